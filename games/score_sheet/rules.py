"""The rules that every score sheet shares, by their ids; its own ones each sheet brings along."""

from collections.abc import Mapping
from types import MappingProxyType

from games.score_sheet.labels import Label, label

PREFIX = "SH-"
GENERAL = "SH-01"

PARTNERS = label(
    "The sheet says who are partners in a hand.",
    de="Der Spielzettel sagt, wer zusammenspielt.",
    it="Il foglio segnapunti dice chi gioca insieme nella mano.",
)
DEALER = label(
    "The sheet says who deals next; unless it does, the deal passes to the left.",
    de="Der Spielzettel sagt, wer als Nächstes gibt; sonst gibt der linke Nachbar.",
    it="Il foglio segnapunti dice chi dà le carte dopo; altrimenti il vicino di sinistra.",
)
END = label(
    "The match is over when an end that the sheet names is reached.",
    de="Die Partie ist vorbei, wenn ein Ende erreicht ist, das der Spielzettel nennt.",
    it="La partita finisce quando si raggiunge un termine indicato dal foglio.",
)
MOST_POINTS_FIRST = label(
    "Most points are first; equal ones share a place.",
    de="Die meisten Punkte liegen vorn; Gleiche teilen sich einen Platz.",
    it="Vince chi ha più punti; a parità la posizione è condivisa.",
)

RULES: Mapping[str, Label] = MappingProxyType(
    {
        GENERAL: label(
            "The score sheet says what is written down of a hand and how points follow.",
            de="Der Spielzettel sagt, was notiert wird und welche Punkte folgen.",
            it="Il foglio segnapunti dice che cosa si annota e quali punti ne derivano.",
        ),
        "SH-02": PARTNERS,
        "SH-03": DEALER,
        "SH-04": END,
        "SH-05": MOST_POINTS_FIRST,
    }
)


def rules_with(own: Mapping[str, Label]) -> dict[str, Label]:
    """Return a sheet's rules: first the shared ones that hold for it, in their order."""
    return {**{rule: RULES[rule] for rule in RULES if rule == GENERAL or rule in own}, **own}
