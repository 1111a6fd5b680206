"""The player that takes any legal action, whatever the game."""

from games.base import Action, Observation, Rng


def choose_at_random(view: Observation, rng: Rng) -> Action:
    """Choose among the legal actions, each as likely."""
    return view.legal_actions[rng.randrange(len(view.legal_actions))]
