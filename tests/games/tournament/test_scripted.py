import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.scripted import Fault, Script, check_script, parse_script

NAMES = {"Ann Lee": 1, "Bob": 2, "Cy": 3, "Dee": 4, "Ed": 5, "Flo": 6, "12": 7}


def read(text: str, *, minimum: int = 3, maximum: int = 4, all_play: bool = True) -> Script:
    seats, faults = parse_script(text)
    script = check_script(
        seats, range(1, 7), minimum=minimum, maximum=maximum, names=NAMES, all_play=all_play
    )
    return Script(() if faults else script.rounds, (*faults, *script.faults))


def test_a_table_a_line_and_an_empty_line_between_rounds() -> None:
    text = "ann  LEE, Bob, Cy\nDee, Ed, Flo\n\n\nFlo,1,Bob,\n,Ed,Cy,4\n\n"
    assert read(text) == Script((((1, 2, 3), (4, 5, 6)), ((6, 1, 2), (5, 3, 4))), ())


@pytest.mark.parametrize("cut", [",", ";", "\t"])
def test_a_seat_a_line_under_a_header(cut: str) -> None:
    lines = [
        "Round,Table,Seat,Entry",
        "2,1,1,Bob", "2,1,0,Flo", "2,1,2,Cy", "2,7,0,Ann Lee", "2,7,1,Dee", "2,7,2,Ed",
        "1,1,0,1", "1,1,1,2", "1,1,2,3", "1,2,0,4", "1,2,2,5", "1,2,1,6",
    ]  # fmt: skip
    script = read("\ufeff" + "\r\n".join(lines).replace(",", cut))
    assert script == Script((((1, 2, 3), (4, 6, 5)), ((6, 2, 3), (1, 4, 5))), ())


def test_all_faults_are_told_at_once_with_their_lines() -> None:
    script = read("Ann Lee,Bob,Cy,Zoe,Ed\nDee,Bob\n\nFlo,Ed,Dee\n12,Cy,Bob")
    assert script.rounds == ()
    assert script.faults == (
        Fault("missing", 1, {"entry": 6, "round": 1}),
        Fault("table_too_large", 1, {"round": 1, "size": 5, "minimum": 3, "maximum": 4}),
        Fault("unknown", 1, {"who": "Zoe"}),
        Fault("named_twice", 2, {"entry": 2, "round": 1, "first_line": 1}),
        Fault("table_too_small", 2, {"round": 1, "size": 2, "minimum": 3, "maximum": 4}),
        Fault("missing", 4, {"entry": 1, "round": 2}),
        Fault("unknown", 5, {"who": "12"}),
    )


def test_lines_that_cannot_be_read_are_faults() -> None:
    script = read("round,table,entry\n1,x,Bob\n1,1\n1,1,\n99999999999,1,Cy\n1,1,Ann Lee")
    assert [(fault.code, fault.line) for fault in script.faults][:4] == [
        ("bad_line", line) for line in (2, 3, 4, 5)
    ]


def test_a_round_may_leave_people_out_if_it_is_said_so() -> None:
    assert read("1,2,3", all_play=False).rounds == (((1, 2, 3),),)


@pytest.mark.parametrize("text", ["", "\n\n", " , ,\n"])
def test_an_empty_script_is_a_fault(text: str) -> None:
    assert read(text).faults == (Fault("empty", 0),)


@given(text=st.text(alphabet="12 ,;\t\n\"'Bobround\x00tableentry-³", max_size=80))
def test_any_text_is_answered(text: str) -> None:
    script = read(text)
    assert bool(script.rounds) != bool(script.faults)


def test_a_cell_past_all_reading_is_a_fault() -> None:
    assert Fault("bad_line", 2) in read("1,2,3\n" + "x" * 200_000).faults
