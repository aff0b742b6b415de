"""Drivers: start a game, list and take answers, play games to their ends with uniformly random answers.

Read by `routine.py`; `M` is memory, capital names are tables and numbers of the load.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def start(first):
    M[LISTED] = 0
    M[UNORDERED] = 0
    if BEGINS and first == NONE:
        paste(0, INITIAL)
        return 0
    paste(0, FRESH)
    if first != NONE:
        M[FIRST] = first
        start_values()
    run(0)
    order_box()
    return 0


def begin():
    if ASKS_FIRST:
        M[LISTED] = 0
        M[UNORDERED] = 0
        begin_with(draw(0, FIRST_PLAYER, 0, PLAYERS))
    else:
        start(NONE)
    return 0


def begin_again():
    M[LISTED] = 0
    M[UNORDERED] = 0
    if ASKS_FIRST:
        renew(draw(0, FIRST_PLAYER, 0, PLAYERS))
    elif BEGINS:
        renew(0)
    else:
        start(NONE)
    return 0


# LISTED: how many options are listed, and one more; 0: nothing is known of this state; -1: no list, but what JOINED
# members of a joint decision have answered is kept.


def options(player):
    count = M[LISTED] - 1
    if count < 0 or count > MOST_OPTIONS or M[LISTED_FOR] != player:
        return list_anew(player)
    return count


def list_anew(player):
    if M[LISTED] == 0:
        M[JOINED] = 0
    count = list_now(player)
    if count > MOST_OPTIONS:
        fault("limit")
    M[LISTED] = count + 1
    M[LISTED_FOR] = player
    return count


def is_asked(player):
    if M[KIND] == CHANCE:
        return player == PLAYERS
    if player < 0 or player >= PLAYERS:
        return 0
    return (M[MASK] >> player) & 1


def apply(player, number):
    if is_asked(player) == 0:
        return 0
    count = options(player)
    if number < 0 or number >= count:
        return 0
    answer(player, number)
    order_box()
    return 1


def answer(player, number):
    if M[KIND] == DECISION or M[KIND] == CHANCE:
        run(resume(number))
    else:
        answer_together(player, number)
    return 0


def answer_together(player, number):
    M[ANSWERS + player] = number
    if M[KIND] == JOINT:
        copy(KEPT + player * KEPT_WIDTH, OPTIONS + number * M[WIDTH], KEPT_WIDTH)
        M[JOINED] = M[JOINED] | (1 << player)
    M[LISTED] = -1
    M[MASK] = M[MASK] & ((1 << player) ^ -1)
    if M[MASK] == 0:
        run(resume(number))
    return 0


def leave_stop():
    M[KIND] = RUNNING
    M[MASK] = 0
    M[LISTED] = 0
    M[STEPS] = 0
    return 0


def leave_stop_together():
    fill(ANSWERS, PLAYERS + 1)
    leave_stop()
    return 0


def decide_by_chance():
    M[STOPS] -= 1
    M[KIND] = RUNNING
    run(BLOCK_OF[M[PC]])
    return 0


def asked():
    if M[KIND] == CHANCE:
        return PLAYERS
    player = 0
    mask = M[MASK]
    if PLAYERS > 8:
        while mask & 255 == 0:
            mask = mask >> 8
            player += 8
    return player + LOWEST[mask & 255]


def playout():
    decisions = play_on()
    order_box()
    return decisions


def play_on():
    M[AUTO] = 1
    decisions = 0
    while True:
        kind = M[KIND]
        if kind == OVER:
            break
        if kind == CHANCE:
            decide_by_chance()
        else:
            player = M[LISTED_FOR]
            count = M[LISTED] - 1
            if kind == RACE:
                player = asked()
                count = 2
            elif count < 0 or count > MOST_OPTIONS:
                player = asked()
                count = list_anew(player)
            number = 0
            if count > 1:
                number = draw(1, BOTS, M[DRAWN], count)
                M[DRAWN] += 1
            if kind == DECISION:
                run(resume(number))
            else:
                answer_together(player, number)
            decisions += 1
    M[AUTO] = 0
    return decisions


def many(first, count):
    n = 0
    while n < count:
        M[GAME] = first + n
        seed(first + n)
        M[DRAWN] = 0
        M[AUTO] = 1
        if n:
            begin_again()
        else:
            begin()
        at = RESULTS + n * RESULT_WIDTH
        M[at] = play_on()
        M[at + 1] = result()
        M[at + 2] = M[WINNERS]
        M[at + 3] = M[WORTH]
        copy(at + 4, TOTALS, PLAYERS)
        copy(at + 4 + PLAYERS, RETURNS, PLAYERS)
        n += 1
    order_box()
    return n


def list_seats():
    n = 0
    while n < PLAYERS:
        M[OPTIONS + 2 * n] = n
        M[OPTIONS + 2 * n + 1] = 1
        n += 1
    return n


def save(slot):
    copy(BANK + slot * STATE, 0, STATE)
    return 0


def restore(slot):
    copy(0, BANK + slot * STATE, STATE)
    M[LISTED] = 0
    return 0


def rollout(slot, player, number, index):
    seed(index)
    M[DRAWN] = 0
    restore(slot)
    apply(player, number)
    decisions = playout()
    result()
    return decisions


def perft(depth, slot):
    if depth == 0:
        return 1
    if M[KIND] == OVER:
        return 0
    player = asked()
    count = options(player)
    save(slot)
    total = 0
    number = 0
    while number < count:
        apply(player, number)
        total += perft(depth - 1, slot + 1)
        restore(slot)
        number += 1
    return total


def hash():
    found = 0
    at = 0
    while at < STATE:
        found = ((found & 65535) * 31321) ^ (found >> 16) ^ (found << 7) ^ M[at]
        at += 1
    return found
