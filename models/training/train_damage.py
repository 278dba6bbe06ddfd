"""Trains the damage segmenter.

    python3 train_damage.py --work <folder of prepare.py> --detector <vehicle detector .onnx> --out <folder> \
        --steps 9000 --decay 2000

The learning rate is constant and falls to zero over the last `--decay` steps; what is kept is a moving average of the
weights. Every step draws from its own seed, so a run that was stopped goes on (`--resume`) as if it had not been.
"""
import argparse
import json
import pathlib
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from network import Segmenter

CLASSES = 8
SEED = 7
SIDE = 320
# A batch: damaged pictures, close crops of them, close crops that show no damage, undamaged vehicles. Close crops with and
# without damage are of one scale, or the network learns that what is close is whole.
DAMAGED, CLOSE, SPARED, CLEAN = 9, 3, 3, 1
CLOSE_SCALE = (0.3, 0.6)
# Rare classes would rather be left out than risked: their pixels weigh more. In the order of the classes, then "any".
PIXEL_WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 2.0, 1.0, 4.0, 1.0, 3.0, 1.0]).view(1, CLASSES + 1, 1, 1)
BITS = torch.arange(CLASSES).view(1, CLASSES, 1, 1)
# Smaller shares of a crop are neither present nor absent.
PRESENT_SHARE = 0.0004


def grids(n, low, high, centers=None):
    """Random crops: zoom, aspect, mirror, turn, place."""
    scale = torch.empty(n).uniform_(low, high)
    aspect = torch.empty(n).uniform_(-0.25, 0.25).exp()
    mirror = (torch.rand(n) < 0.5).float() * 2 - 1
    angle = torch.empty(n).uniform_(-0.2, 0.2)
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0] = scale * mirror * angle.cos() * aspect
    theta[:, 0, 1] = -scale * angle.sin()
    theta[:, 1, 0] = scale * mirror * angle.sin()
    theta[:, 1, 1] = scale * angle.cos()
    free = torch.empty(n, 2).uniform_(-1, 1) if centers is None else centers
    theta[:, :, 2] = free * (1 - scale).clamp(min=0.03).view(-1, 1) * 1.05
    return F.affine_grid(theta, (n, 3, SIDE, SIDE), align_corners=False)


def recolor(x):
    n = len(x)

    def draw(low, high, channels=1):
        return torch.empty(n, channels, 1, 1).uniform_(low, high)

    x = x.clamp(0, 255) / 255
    x = x.pow(draw(-0.45, 0.45).exp())  # gamma
    x = x * draw(0.55, 1.35) * draw(0.9, 1.1, 3) + draw(-0.08, 0.08)
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * draw(0.7, 1.3) + mean
    gray = x.mean(1, keepdim=True)
    x = gray + (x - gray) * draw(0.4, 1.3)
    soft = F.avg_pool2d(x, 3, 1, 1)
    x = torch.where(torch.rand(n, 1, 1, 1) < 0.2, soft, x)
    x = x + torch.randn_like(x) * draw(0, 0.03)
    return (x * 255).clamp(0, 255)


class Data:
    def __init__(self, work):
        damage, clean = np.load(work / "damage-train.npz"), np.load(work / "clean-train.npz")
        self.pixels, self.masks, self.clean = damage["pixels"], damage["masks"], clean["pixels"]
        flat = self.masks.reshape(len(self.masks), -1)
        has = np.stack([(flat & (1 << k)).any(1) for k in range(CLASSES)], 1)
        share = has.mean(0)
        # Pictures of rare classes are drawn more often: by the root of how rare the rarest class on them is.
        rarity = np.where(has, np.sqrt(0.25 / share), 1.0).max(1)
        self.weights = np.clip(rarity, 1, 3)
        self.weights /= self.weights.sum()

    def crop(self, indexes, low, high):
        x = torch.from_numpy(self.pixels[indexes]).permute(0, 3, 1, 2).float()
        m = torch.from_numpy(self.masks[indexes]).unsqueeze(1).float()
        grid = grids(len(indexes), low, high)
        x = F.grid_sample(x - 114, grid, align_corners=False) + 114
        m = F.grid_sample(m, grid, mode="nearest", align_corners=False).long()
        return x, m

    def batch(self, step):
        seed = SEED * 1_000_003 + step
        rng = np.random.default_rng(seed)
        torch.manual_seed(seed)
        drawn = rng.choice(len(self.pixels), DAMAGED + CLOSE, replace=False, p=self.weights)
        whole, close = self.crop(drawn[:DAMAGED], 0.5, 1.05), self.crop(drawn[DAMAGED:], *CLOSE_SCALE)
        x, m = torch.cat([whole[0], close[0]]), torch.cat([whole[1], close[1]])
        # Draws close crops until enough of them show no damage at all.
        spared = torch.empty(0, 3, SIDE, SIDE)
        for _ in range(4):
            cx, cm = self.crop(rng.choice(len(self.pixels), 4, replace=False), *CLOSE_SCALE)
            spared = torch.cat([spared, cx[cm.amax((1, 2, 3)) == 0]])[:SPARED]
            if len(spared) == SPARED:
                break
        c = torch.from_numpy(self.clean[rng.choice(len(self.clean), SPARED + CLEAN - len(spared))])
        c = c.permute(0, 3, 1, 2).float()
        c = F.grid_sample(c - 114, grids(len(c), 0.5, 1.05), align_corners=False) + 114
        x = torch.cat([x, spared, c])
        m = torch.cat([m, torch.zeros(len(x) - len(m), 1, SIDE, SIDE, dtype=torch.long)])
        y = ((m >> BITS) & 1).float()
        y = torch.cat([y, y.amax(1, keepdim=True)], 1)
        share = y.mean((2, 3))
        present = (share > PRESENT_SHARE).float()
        known = ((share == 0) | (share > PRESENT_SHARE)).float()
        return recolor(x).contiguous(memory_format=torch.channels_last), F.avg_pool2d(y, 4), present, known


def loss_of(masks, present_logits, y, present, known):
    masks = masks.float()
    bce = F.binary_cross_entropy_with_logits(masks, y, pos_weight=PIXEL_WEIGHTS)
    p = masks.sigmoid()
    overlap, total = (p * y).sum((0, 2, 3)), p.sum((0, 2, 3)) + y.sum((0, 2, 3))
    # Only classes that the batch shows: for the others the best answer would be to leave them out for good.
    shown = (y.sum((0, 2, 3)) > 0).float()
    dice = ((1 - (2 * overlap + 10) / (total + 10)) * shown).sum() / shown.sum().clamp(min=1)
    presence = F.binary_cross_entropy_with_logits(present_logits.float(), present, reduction="none")
    return 4 * bce + dice + (presence * known).mean()


@torch.no_grad()
def validate(net, work, side=448):
    """Mean IoU at 0.5, and how well presence separates (area under the curve), each with the clean pictures in view."""
    net.eval()
    damage, clean = np.load(work / "damage-valid.npz"), np.load(work / "clean-valid.npz")
    overlap, union = np.zeros(CLASSES + 1), np.zeros(CLASSES + 1)
    scores, truth = [], []

    def run(pixels):
        x = torch.from_numpy(pixels).permute(0, 3, 1, 2).float()
        x = F.interpolate(x, size=(side, side), mode="bilinear", align_corners=False)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            masks, present = net(x.contiguous(memory_format=torch.channels_last))
        return masks.float(), present.float().sigmoid().numpy()

    pixels, bits = damage["pixels"], damage["masks"]
    for at in range(0, len(pixels), 8):
        masks, present = run(pixels[at : at + 8])
        m = torch.from_numpy(bits[at : at + 8]).long().unsqueeze(1)
        y = ((m >> BITS) & 1).float()
        y = F.interpolate(torch.cat([y, y.amax(1, keepdim=True)], 1), size=masks.shape[-2:], mode="nearest") > 0.5
        p = masks > 0
        overlap += (p & y).sum((0, 2, 3)).numpy()
        union += (p | y).sum((0, 2, 3)).numpy()
        scores.append(present)
        truth.append((y.float().mean((2, 3)) > 0.0003).numpy())
    for at in range(0, len(clean["pixels"]), 8):
        scores.append(run(clean["pixels"][at : at + 8])[1])
        truth.append(np.zeros_like(scores[-1], bool))
    scores, truth = np.concatenate(scores), np.concatenate(truth)
    best = []
    for k in range(CLASSES):
        order = np.argsort(-scores[:, k])
        hits = np.cumsum(truth[order, k])
        best.append((2 * hits / (np.arange(len(hits)) + 1 + truth[:, k].sum())).max())
    net.train()
    return {
        "iou": [round(float(v), 3) for v in overlap / np.maximum(union, 1)],
        "mean_iou": round(float((overlap / np.maximum(union, 1))[:CLASSES].mean()), 3),
        "best_f1": [round(float(v), 3) for v in best],
        "mean_best_f1": round(float(np.mean(best)), 3),
    }


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--detector", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--steps", type=int, required=True)
    arguments.add_argument("--decay", type=int, required=True)
    arguments.add_argument("--resume", type=pathlib.Path)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(2)
    torch.manual_seed(SEED)

    data = Data(options.work)
    net = Segmenter(CLASSES + 1)
    net.f.load_detector(options.detector)
    average = Segmenter(CLASSES + 1)
    encoder = list(net.f.parameters())
    known = {id(p) for p in encoder}
    decoder = [p for p in net.parameters() if id(p) not in known]
    optimizer = torch.optim.AdamW([{"params": encoder}, {"params": decoder}], lr=1e-3, weight_decay=1e-2)
    rates = (4e-4, 1.5e-3)
    step, seconds, log = 0, 0.0, []
    if options.resume:
        saved = torch.load(options.resume)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimizer.load_state_dict(saved["optimizer"])
        step, seconds, log = saved["step"], saved["cpu_seconds"], saved["log"]
    else:
        average.load_state_dict(net.state_dict())
    net = net.to(memory_format=torch.channels_last)
    average = average.to(memory_format=torch.channels_last)
    net.train()
    losses, started = [], time.time()
    spent = time.process_time()
    while step < options.steps:
        x, y, present, visible = data.batch(step)
        rate = min(1.0, (step + 1) / 100) * min(1.0, (options.steps - step) / options.decay)
        for group, base in zip(optimizer.param_groups, rates):
            group["lr"] = base * rate
        with torch.autocast("cpu", dtype=torch.bfloat16):
            masks, logits = net(x)
        loss = loss_of(masks, logits, y, present, visible)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(0.998, step / (step + 20))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.copy_(a * keep + b * (1 - keep)) if a.dtype.is_floating_point else a.copy_(b)
        losses.append(loss.item())
        if step % 50 == 0:
            pace = (time.time() - started) / len(losses)
            print(f"step {step} loss {np.mean(losses[-50:]):.3f} {pace:.2f} s/step", flush=True)
        if step % 250 == 0 or step == options.steps:
            if step % 500 == 0 or step == options.steps:
                found = validate(average, options.work)
                hours = (seconds + time.process_time() - spent) / 3600
                log.append({"step": step, "loss": round(float(np.mean(losses[-250:])), 3), "cpu_hours": round(hours, 2), **found})
                print(json.dumps(log[-1]), flush=True)
            torch.save(
                {
                    "net": net.state_dict(),
                    "average": average.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "step": step,
                    "cpu_seconds": seconds + time.process_time() - spent,
                    "log": log,
                },
                options.out / "unfinished.pt",
            )
            (options.out / "unfinished.pt").replace(options.out / "checkpoint.pt")
            (options.out / "log.json").write_text(json.dumps(log, indent=1) + "\n")


if __name__ == "__main__":
    main()
