"""Lets heartspec judge the game in `hearts` over JSON lines; nothing of heartspec is needed to run it.

heartspec verify --exec 'python3 main.py'
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import hearts

HELLO = {
    "protocol": 1,
    "implementation": {"name": "Hearts in Python over stdio", "version": "1.0"},
    "can": ["legal", "refuse", "passing", "match"],
    "players": [4],
    "sheets": ["qdan"],
    "replay": True,
}


class Table:
    """The state of the one match that is under way, and how each request of the protocol changes or shows it."""

    state: hearts.State

    def move(self, move: dict) -> None:
        match move["op"]:
            case "start":
                self.state = hearts.State(dealer=move["dealer"], round=move["round"])
            case "deal":
                self.state = hearts.deal(self.state, move["hands"])
            case "pass":
                self.state = hearts.pass_cards(self.state, move["seat"], move["cards"])
            case "play":
                self.state = hearts.play(self.state, move["seat"], move["card"])
            case other:
                raise ValueError(f"there is no move {other}")

    def seen(self) -> dict:
        state = self.state
        playing = state.phase in ("pass", "play")
        return {
            "phase": state.phase,
            "turn": state.turn,
            "legal": hearts.legal(state),
            "hands": state.hands,
            "trick": [{"seat": seat, "card": card} for seat, card in state.trick] if playing else None,
            "trick_winner": state.trick_winner,
            "captured": state.captured,
            "broken": state.broken if playing else None,
            "round": state.round,
            "dealer": state.dealer,
            "direction": hearts.direction(state) if playing else None,
            "round_points": state.points,
            "totals": state.totals,
            "over": state.phase == "over",
        }

    def replay(self, moves: list, want: list) -> dict:
        seen = []

        def carry_out() -> dict:
            for move in moves:
                self.move(move)
                everything = self.seen() if want else {}
                seen.append({field: everything[field] for field in want if field in everything})
            return {}

        return attempt(carry_out) | {"seen": seen}

    def answer(self, request: dict) -> dict:
        match request["op"]:
            case "hello":
                return HELLO
            case "observe":
                return {"seen": self.seen()}
            case "replay":
                return self.replay(request["moves"], request["want"])
            case "bye":
                return {}
        self.move(request)
        return {}


def attempt(action: Callable[[], dict]) -> dict:
    try:
        return action()
    except hearts.Illegal:
        return {"refused": None}
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}"}


def main() -> None:
    table = Table()
    for line in sys.stdin:
        request = attempt(lambda line=line: dict(json.loads(line)))
        number = request.get("id")
        answer = attempt(lambda request=request: table.answer(request)) if "op" in request else {"error": "no request"}
        print(json.dumps({"id": number} | answer), flush=True)
        if request.get("op") == "bye":
            break


if __name__ == "__main__":
    main()
