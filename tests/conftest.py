"""What all tests share: the helpers beside them, Hypothesis without a clock or luck, and seldom a search for garbage."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile(
    "gate",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("gate")

gc.set_threshold(100_000, 20, 100)
"""Rules and games that many tests share stay in memory; looking through them took a seventh of the time."""
