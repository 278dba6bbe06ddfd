"""Trains the damage segmenter.

    python3 train_damage.py --work <folder of prepare.py> --backbone <vehicle detector .onnx> --out <folder> \
        --steps 9000 --decay 2000

The learning rate is constant and falls to zero over the last `--decay` steps; crops become larger over the last `--settle`, the same if it is
not given, and cameras poorer with `--poor-cameras`. What is kept is a moving average of the weights. Every step draws from its own seed, so a
run that was stopped goes on (`--resume`) as if it had not been.
`--start <damage segmenter .onnx>` begins a new run with the first network of that file; with another `--seed` it becomes a
network that errs elsewhere.
"""
import cv2
import numpy as np
import torch
import torch.nn.functional as F

from network import Segmenter
from run import fast_floats, run, run_arguments
from shipped import shipped_segmenters, unfold_norms

CLASSES = 8
# Small crops first, which are cheap; larger ones in the end.
SIDE, SETTLED_SIDE = 256, 320
# A batch: damaged pictures, close crops of them, close crops that show no damage, undamaged vehicles. Close crops with and
# without damage are of one scale, or the network learns that what is close is whole.
DAMAGED, CLOSE, SPARED, CLEAN = 8, 3, 3, 2
SCALE, CLOSE_SCALE = (0.5, 1.05), (0.3, 0.6)
# In the end every third step sees whole pictures in the size the service shows them.
WHOLE, WHOLE_CLEAN, WHOLE_SIDE, WHOLE_SCALE = 8, 2, 448, (0.95, 1.05)
# Rare classes would rather be left out than risked: their pixels weigh more. In the order of the classes, then "any".
PIXEL_WEIGHTS = torch.tensor([1.0, 1.0, 1.0, 2.0, 1.0, 4.0, 1.0, 3.0, 1.0]).view(1, CLASSES + 1, 1, 1)
# Drawn once and cut at random: drawing it anew would take a tenth of a step.
NOISE = torch.randn(1, 3, 640, 640, generator=torch.Generator().manual_seed(7))
BITS = torch.arange(CLASSES).view(1, CLASSES, 1, 1)
# Smaller shares of a crop are neither present nor absent.
PRESENT_SHARE = 0.0004


def crop(pixels, mask, rng, low, high, side):
    """A random crop of one picture and its mask: zoom, aspect, mirror, turn, place."""
    scale = rng.uniform(low, high)
    aspect, angle = np.exp(rng.uniform(-0.25, 0.25)), rng.uniform(-0.2, 0.2)
    mirror = rng.choice([-1.0, 1.0])
    turn = scale * np.array(
        [[mirror * np.cos(angle) * aspect, -np.sin(angle)], [mirror * np.sin(angle), np.cos(angle)]]
    )
    place = rng.uniform(-1, 1, 2) * max(0.03, 1 - scale) * 1.05
    # From pixels of the crop to pixels of the picture; both are squares of -1..1 in between.
    half, whole = side / 2, pixels.shape[0] / 2
    matrix = np.concatenate([turn * whole / half, np.zeros((2, 1))], 1)
    corner = np.array([0.5 / half - 1] * 2)
    matrix[:, 2] = (turn @ corner + place + 1) * whole - 0.5
    flags = cv2.WARP_INVERSE_MAP
    m = cv2.warpAffine(mask, matrix, (side, side), flags=flags | cv2.INTER_NEAREST)
    x = cv2.warpAffine(pixels, matrix, (side, side), flags=flags | cv2.INTER_LINEAR, borderValue=(114, 114, 114))
    return x, m


def degrade(pixels, rng):
    """A poorer camera: fewer pixels, a stronger JPEG. Otherwise the network learns the cameras that damaged cars were taken with."""
    side = pixels.shape[0]
    if rng.random() < 0.4:
        fewer = int(side * rng.uniform(0.5, 1))
        pixels = cv2.resize(cv2.resize(pixels, (fewer, fewer), interpolation=cv2.INTER_AREA), (side, side))
    if rng.random() < 0.5:
        _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))])
        pixels = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    return pixels


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
    soft = torch.rand(n) < 0.2
    x[soft] = F.avg_pool2d(x[soft], 3, 1, 1)
    top, left = torch.randint(NOISE.shape[-1] - x.shape[-1], (2,)).tolist()
    x = x + NOISE[:, :, top : top + x.shape[-2], left : left + x.shape[-1]] * draw(0, 0.03)
    return (x * 255).clamp(0, 255)


class Data:
    def __init__(self, work, seed, poor_cameras):
        self.seed, self.poor_cameras = seed, poor_cameras
        damage, clean = np.load(work / "damage-train.npz"), np.load(work / "clean-train.npz")
        self.pixels, self.masks, self.clean = damage["pixels"], damage["masks"], clean["pixels"]
        # Whole cars are few and varied, rear views many and alike: most of what is drawn is a whole car.
        share = np.where(clean["whole"], 4.0, 1.0)
        self.clean_weights = share / share.sum()
        flat = self.masks.reshape(len(self.masks), -1)
        has = np.stack([(flat & (1 << k)).any(1) for k in range(CLASSES)], 1)
        share = has.mean(0)
        # Pictures of rare classes are drawn more often: by the root of how rare the rarest class on them is.
        rarity = np.where(has, np.sqrt(0.25 / share), 1.0).max(1)
        self.weights = np.clip(rarity, 1, 3)
        self.weights /= self.weights.sum()

    def damaged(self, indexes, rng, low, high, side):
        return [crop(self.pixels[i], self.masks[i], rng, low, high, side) for i in indexes]

    def undamaged(self, count, rng, low, high, side):
        empty = np.zeros(self.clean.shape[1:3], np.uint8)
        return [crop(self.clean[i], empty, rng, low, high, side) for i in rng.choice(len(self.clean), count, p=self.clean_weights)]

    def spared(self, rng, side):
        """Close crops of damaged pictures that show no damage, as many as a few draws find."""
        found = []
        for i in rng.choice(len(self.pixels), 16, replace=False):
            row = crop(self.pixels[i], self.masks[i], rng, *CLOSE_SCALE, side)
            if not row[1].any():
                found.append(row)
            if len(found) == SPARED:
                break
        return found

    def batch(self, step, settle):
        seed = self.seed * 1_000_003 + step
        rng = np.random.default_rng(seed)
        torch.manual_seed(seed)
        if settle and step % 3 == 0:
            drawn = rng.choice(len(self.pixels), WHOLE - WHOLE_CLEAN, replace=False, p=self.weights)
            rows = self.damaged(drawn, rng, *WHOLE_SCALE, WHOLE_SIDE)
            rows += self.undamaged(WHOLE_CLEAN, rng, *WHOLE_SCALE, WHOLE_SIDE)
        else:
            side = SETTLED_SIDE if settle else SIDE
            drawn = rng.choice(len(self.pixels), DAMAGED + CLOSE, replace=False, p=self.weights)
            rows = self.damaged(drawn[:DAMAGED], rng, *SCALE, side)
            rows += self.damaged(drawn[DAMAGED:], rng, *CLOSE_SCALE, side)
            rows += self.spared(rng, side)
            rows += self.undamaged(DAMAGED + CLOSE + SPARED + CLEAN - len(rows), rng, *SCALE, side)
        pixels = [degrade(row[0], rng) if settle and self.poor_cameras else row[0] for row in rows]
        x = torch.from_numpy(np.stack(pixels)).permute(0, 3, 1, 2).float()
        m = torch.from_numpy(np.stack([row[1] for row in rows])).unsqueeze(1)
        y = torch.cat([(m >> BITS.to(torch.uint8)) & 1, (m > 0).to(torch.uint8)], 1).float()
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
        with fast_floats():
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
    arguments = run_arguments()
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--settle", type=int)
    arguments.add_argument("--poor-cameras", action="store_true")
    options = arguments.parse_args()
    settle_from = options.steps - (options.decay if options.settle is None else options.settle)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(2)
    torch.manual_seed(options.seed)

    data = Data(options.work, options.seed, options.poor_cameras)
    if options.start:
        net = shipped_segmenters(options.start)[0]
        # A run that goes on has its own norms.
        if not options.resume:
            unfold_norms(net, [data.batch(step, settle=True)[0] for step in range(30)])
    else:
        net = Segmenter(CLASSES + 1)
        net.f.load(options.backbone)
    average = Segmenter(CLASSES + 1)
    # Weights that are trained already would be lost at the full rate.
    rates = (3e-4, 1.1e-3) if options.start else (4e-4, 1.5e-3)

    def loss_at(step):
        x, y, present, visible = data.batch(step, step >= settle_from)
        with fast_floats():
            masks, logits = net(x)
        return loss_of(masks, logits, y, present, visible)

    run(options, net, average, rates, loss_at, validate, {"print": 50, "keep": 250, "validate": 500})


if __name__ == "__main__":
    main()
