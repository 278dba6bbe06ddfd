"""Trains the part segmenter.

    python3 train_part_segmenter.py --work <folder of part_labels.py> --backbone <vehicle detector .onnx> --out <folder> \
        --steps 2400 --decay 1200

As in train_damage.py the rate falls over the last `--decay` steps, a moving average of the weights is kept, every step has
its own seed, and a run that was stopped goes on with `--resume`. `--start <part segmenter .onnx>`
begins a new run with the weights of that file.
"""
import cv2
import numpy as np
import torch
import torch.nn.functional as F

from part_labels import CLASSES, IGNORED, LEFT, MIRRORED_VIEW, NO_SIDE, RIGHT, VIEWS
from part_network import PartSegmenter
from run import fast_floats, run, run_arguments
from shipped import shipped_part_segmenter, unfold_norms
from train_damage import recolor

# A batch: whole vehicles as the service cuts them out, and close crops. The last steps see larger pictures.
WHOLE, CLOSE = 9, 7
TRAIN_SIDE, LAST_SIDE, SERVED_SIDE = 256, 384, 384
CLOSE_SCALE = (0.22, 0.7)
RATES = (4e-4, 1.5e-3)


def cut(pixels, parts, sides, rng, box, close, side):
    """A crop of one picture with its labels: of the vehicle's box or a part of it, turned, stretched, perhaps mirrored."""
    size = pixels.shape[0]
    x0, y0, x1, y1 = np.array(box) * size
    w, h = x1 - x0, y1 - y0
    if close:
        scale = rng.uniform(*CLOSE_SCALE)
        # The middle of a close crop lies on a part: a few draws find one.
        for _ in range(8):
            cx, cy = x0 + rng.uniform(0, w), y0 + rng.uniform(0, h)
            if 0 < parts[int(np.clip(cy, 0, size - 1)), int(np.clip(cx, 0, size - 1))] < IGNORED:
                break
        cw = ch = scale * max(w, h)
    else:
        cx, cy = (x0 + x1) / 2 + rng.uniform(-0.08, 0.08) * w, (y0 + y1) / 2 + rng.uniform(-0.08, 0.08) * h
        cw, ch = w * rng.uniform(0.9, 1.35), h * rng.uniform(0.9, 1.35)
    aspect, angle = np.exp(rng.uniform(-0.2, 0.2)), rng.uniform(-0.15, 0.15)
    mirror = bool(rng.random() < 0.5)
    ax, ay = (cw * aspect / side) * (-1 if mirror else 1), ch / aspect / side
    turn = np.array([[ax * np.cos(angle), -ay * np.sin(angle)], [ax * np.sin(angle), ay * np.cos(angle)]])
    matrix = np.concatenate([turn, (np.array([[cx], [cy]]) - turn @ np.full((2, 1), (side - 1) / 2))], 1)
    flags = cv2.WARP_INVERSE_MAP
    x = cv2.warpAffine(pixels, matrix, (side, side), flags=flags | cv2.INTER_AREA, borderValue=(114, 114, 114))
    p = cv2.warpAffine(parts, matrix, (side, side), flags=flags | cv2.INTER_NEAREST, borderValue=0)
    s = cv2.warpAffine(sides, matrix, (side, side), flags=flags | cv2.INTER_NEAREST, borderValue=NO_SIDE)
    if mirror:
        s = np.array([NO_SIDE, RIGHT, LEFT], np.uint8)[s]
    return x, p, s, mirror


class Data:
    def __init__(self, work):
        stored = np.load(work / "parts.npz")
        rows = np.flatnonzero(stored["splits"] == "train")
        self.pixels, self.parts, self.sides = (stored[name][rows] for name in ("pixels", "parts", "sides"))
        self.boxes, self.views = stored["boxes"][rows], stored["views"][rows]
        has = np.stack([[(p == k).any() for k in range(len(CLASSES))] for p in self.parts])
        rarity = np.where(has, np.sqrt(0.3 / np.maximum(has.mean(0), 0.02)), 1.0).max(1)
        # Pure side views are few and a picture with a known view teaches more.
        rarity = rarity * np.where(np.isin(self.views, [VIEWS.index("L"), VIEWS.index("R")]), 2.0, 1.0)
        self.weights = np.clip(rarity, 1, 4) / np.clip(rarity, 1, 4).sum()
        pixels = np.bincount(self.parts[self.parts != IGNORED].ravel(), minlength=len(CLASSES)).astype(np.float64)
        weight = np.sqrt(pixels.mean() / np.maximum(pixels, 1))
        self.class_weights = torch.from_numpy(np.clip(weight, 0.3, 3)).float()

    def batch(self, step, side):
        rng = np.random.default_rng(20_000_003 + step)
        torch.manual_seed(20_000_003 + step)
        rows, views = [], []
        for place, i in enumerate(rng.choice(len(self.pixels), WHOLE + CLOSE, replace=False, p=self.weights)):
            close = place >= WHOLE
            x, p, s, mirror = cut(self.pixels[i], self.parts[i], self.sides[i], rng, self.boxes[i], close, side)
            rows.append((x, p, s))
            view = int(self.views[i])
            views.append(-1 if close or view < 0 else MIRRORED_VIEW[view] if mirror else view)
        x = torch.from_numpy(np.stack([r[0] for r in rows])).permute(0, 3, 1, 2).float()
        quarter = [torch.from_numpy(np.stack([r[k][2::4, 2::4] for r in rows]).astype(np.int64)) for k in (1, 2)]
        return recolor(x).contiguous(memory_format=torch.channels_last), *quarter, torch.tensor(views)


def loss_of(outputs, parts, sides, views, weights):
    logits, side_logits, view_logits = (o.float() for o in outputs)
    known = parts != IGNORED
    target = parts.clamp(max=len(CLASSES) - 1)
    entropy = F.cross_entropy(logits, target, weight=weights, reduction="none")
    entropy = (entropy * known).sum() / (weights[target] * known).sum().clamp(min=1)
    one_hot = F.one_hot(target, len(CLASSES)).permute(0, 3, 1, 2).float() * known.unsqueeze(1)
    p = logits.softmax(1) * known.unsqueeze(1)
    overlap, total = (p * one_hot).sum((0, 2, 3)), (p + one_hot).sum((0, 2, 3))
    shown = (one_hot.sum((0, 2, 3)) > 0).float()
    dice = ((1 - (2 * overlap + 10) / (total + 10)) * shown).sum() / shown.sum().clamp(min=1)
    sided = (sides != NO_SIDE) & known
    side = F.binary_cross_entropy_with_logits(side_logits.squeeze(1), (sides == LEFT).float(), reduction="none")
    side = (side * sided).sum() / sided.sum().clamp(min=1)
    told = views >= 0
    view = F.cross_entropy(view_logits[told], views[told], label_smoothing=0.05) if told.any() else 0.0
    return entropy + dice + 0.5 * side + 0.3 * view


@torch.no_grad()
def look(net, pixels, box, side=SERVED_SIDE, margin=0.05):
    """What the network says of the vehicle's crop, the mean of a look and a mirrored look; probabilities at a quarter."""
    size = pixels.shape[0]
    w, h = box[2] - box[0], box[3] - box[1]
    x0, y0 = max(0, box[0] - margin * w), max(0, box[1] - margin * h)
    x1, y1 = min(1, box[2] + margin * w), min(1, box[3] + margin * h)
    region = [int(round(v * size)) for v in (x0, y0, x1, y1)]
    crop = cv2.resize(pixels[region[1] : region[3], region[0] : region[2]], (side, side), interpolation=cv2.INTER_AREA)
    x = torch.from_numpy(crop).permute(2, 0, 1).float().unsqueeze(0)
    with fast_floats():
        a, b = net(x), net(x.flip(3))
    parts = (a[0].float().softmax(1) + b[0].float().softmax(1).flip(3)) / 2
    left = (a[1].float().sigmoid() + 1 - b[1].float().sigmoid().flip(3)) / 2
    view = (a[2].float().softmax(1) + b[2].float().softmax(1)[:, MIRRORED_VIEW]) / 2
    return parts[0].numpy(), left[0, 0].numpy(), view[0].numpy(), region


@torch.no_grad()
def validate(net, work, split="valid"):
    net.eval()
    stored = np.load(work / "parts.npz")
    overlap, union = np.zeros((2, len(CLASSES))), np.zeros((2, len(CLASSES)))
    sides, views = [0, 0], []
    for i in np.flatnonzero(stored["splits"] == split):
        parts, left, view, region = look(net, stored["pixels"][i], stored["boxes"][i])
        x0, y0, x1, y1 = region
        size = parts.shape[-1]
        truth = cv2.resize(stored["parts"][i][y0:y1, x0:x1], (size, size), interpolation=cv2.INTER_NEAREST)
        side = cv2.resize(stored["sides"][i][y0:y1, x0:x1], (size, size), interpolation=cv2.INTER_NEAREST)
        said = parts.argmax(0)
        damaged = int(str(stored["files"][i]).startswith("bilgi"))
        for k in range(len(CLASSES)):
            known = truth != IGNORED
            overlap[damaged, k] += ((said == k) & (truth == k) & known).sum()
            union[damaged, k] += (((said == k) | (truth == k)) & known).sum()
        for k in range(1, len(CLASSES)):
            for which in (LEFT, RIGHT):
                place = (truth == k) & (side == which)
                if place.sum() >= 0.004 * size * size:
                    sides[0] += int((left[place].mean() > 0.5) == (which == LEFT))
                    sides[1] += 1
        if stored["views"][i] >= 0:
            views.append((int(stored["views"][i]), view))
    net.train()
    iou = [overlap[d] / np.maximum(union[d], 1) for d in (0, 1)]
    both = overlap.sum(0) / np.maximum(union.sum(0), 1)
    right = [truth == int(said.argmax()) for truth, said in views]
    sure = [(truth, said) for truth, said in views if said.max() >= 0.7]
    return {
        "mean_iou": round(float(both[1:].mean()), 3),
        "mean_iou_whole": round(float(iou[0][1:].mean()), 3),
        "mean_iou_damaged": round(float(iou[1][1:].mean()), 3),
        "iou": {name: round(float(v), 2) for name, v in zip(CLASSES, both)},
        "sides_right": round(sides[0] / max(1, sides[1]), 3),
        "sides": sides[1],
        "views_right": round(float(np.mean(right)), 3),
        "views": len(views),
        "views_answered": round(len(sure) / max(1, len(views)), 3),
        "views_right_of_answered": round(float(np.mean([t == int(s.argmax()) for t, s in sure])), 3) if sure else None,
    }


def main():
    options = run_arguments().parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(2)
    torch.manual_seed(7)
    cv2.setNumThreads(1)

    data = Data(options.work)
    average = PartSegmenter(len(CLASSES))
    if options.start:
        net = shipped_part_segmenter(options.start)
        # A run that goes on has its own norms.
        if not options.resume:
            unfold_norms(net, [data.batch(step, LAST_SIDE)[0] for step in range(30)])
    else:
        net = PartSegmenter(len(CLASSES))
        net.f.load(options.backbone)

    def loss_at(step):
        last = step >= options.steps - options.decay // 3
        x, parts, sides, views = data.batch(step, LAST_SIDE if last and step % 2 else TRAIN_SIDE)
        with fast_floats():
            outputs = net(x)
        return loss_of(outputs, parts, sides, views, data.class_weights)

    run(options, net, average, RATES, loss_at, validate, {"print": 25, "keep": 100, "validate": 300})


if __name__ == "__main__":
    main()
