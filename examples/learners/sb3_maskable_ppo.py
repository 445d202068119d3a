"""MaskablePPO of sb3-contrib, beside Stable-Baselines3: it asks the environment for `action_masks()`."""

from __future__ import annotations

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from wins import BOARD, NAME, wins


def main() -> None:
    env = make_vec_env(NAME, n_envs=16, seed=1, env_kwargs=BOARD)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=256, n_epochs=4, gamma=1.0, seed=1)

    def choose(observation, mask):
        seen = {"observation": observation, "action_mask": mask}
        return model.predict(seen, action_masks=mask, deterministic=True)[0]

    print("Before:", wins(choose))
    model.learn(8_192)
    print("After:", wins(choose))


if __name__ == "__main__":
    main()
