"""PPO of TorchRL: `MaskedCategorical` takes the mask from the observation."""

from __future__ import annotations

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, TransformedEnv
from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE
from wins import BOARD, NAME, wins

STEPS = 1024


def main() -> None:
    torch.manual_seed(1)
    env = TransformedEnv(
        GymWrapper(gymnasium.make(NAME, **BOARD), categorical_action_encoding=True),
        Compose(
            DTypeCastTransform(torch.int16, torch.float32, in_keys=["observation"]),
            DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]),
            ActionMask(),
        ),
    )
    features, moves = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    net = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, moves))
    actor = ProbabilisticActor(
        TensorDictModule(net, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        spec=env.action_spec,
        return_log_prob=True,
    )
    critic = ValueOperator(nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, 1)))
    loss, advantage = ClipPPOLoss(actor, critic), GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimiser = torch.optim.Adam(loss.parameters(), lr=3e-4)

    @torch.no_grad()
    def choose(observation, mask):
        logits = net(torch.as_tensor(observation, dtype=torch.float32))
        return MaskedCategorical(logits=logits, mask=torch.as_tensor(mask, dtype=torch.bool)).mode.numpy()

    print("Before:", wins(choose))
    for batch in Collector(env, actor, frames_per_batch=STEPS, total_frames=8 * STEPS):
        for _ in range(4):
            advantage(batch)
            for part in batch.reshape(-1).split(256):
                losses = loss(part)
                optimiser.zero_grad()
                sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
                optimiser.step()
    print("After:", wins(choose))


if __name__ == "__main__":
    main()
