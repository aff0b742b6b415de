"""The program form -> a WebAssembly module -> native code."""
