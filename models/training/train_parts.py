"""Trains the part classifier: which part a crop around a damage shows.

    python3 train_parts.py --data <folder with training/damaged-parts/ and damage/parts-damaged/> \
        --detector <vehicle detector .onnx> --out <folder>

The set holds many turned and recoloured copies of few pictures. Copies form a group, of which two are used; groups that
hold a copy of a test picture are left out. The others are measured five-fold, each group on one side only, and every
picture counts by its share of its group. The kept model is trained on all of them. Figures go to parts-log.json.
There is no class for anything else: a mirror, a roof or a wheel is called one of these parts, mostly with little
confidence. The thresholds know nothing of such crops.
"""
import argparse
import hashlib
import json
import pathlib
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from heads import PartClassifier, PartHead, features_of, folds_of, groups_of, recolored
from prepare import NEAR_COPY_BITS, difference_hash

CLASSES = ("bumper", "door", "fender", "headlight", "hood", "rear", "trunk", "window", "windshield")
SEED = 7
SIDE = 224
# As in the manifest: the crop is a square this many times the damage, and never less than this share of the picture.
ENLARGE, SHARE_MIN = 2.2, 0.35
VIEWS = 4
# Of a group. More copies cost time and show nothing new: views are made anew anyway.
COPIES_MAX = 2
FOLDS, EPOCHS, BATCH, RATE = 5, 12, 64, 2e-3
PRECISION_MIN = 0.8
# A class that was right this often by so few predictions may have been lucky.
COUNT_MIN = 8


def read_set(folder):
    """Pictures, and a row for each box: picture, class, box in pixels."""
    coco = json.loads((folder / "annotations.coco.json").read_text())
    names = {c["id"]: c["name"].removeprefix("damaged ").replace("_", "") for c in coco["categories"]}
    images = sorted(coco["images"], key=lambda image: image["file_name"])
    place = {image["id"]: i for i, image in enumerate(images)}
    inside = folder / "images" if (folder / "images").exists() else folder
    files = [inside / image["file_name"].split("/")[-1] for image in images]
    rows = [
        (place[a["image_id"]], CLASSES.index(names[a["category_id"]]), a["bbox"])
        for a in coco["annotations"]
        if names[a["category_id"]] in CLASSES and min(a["bbox"][2:]) >= 4
    ]
    return files, [Image.open(file).convert("RGB") for file in files], rows


def square_around(box, width, height):
    """As classify-part.ts does it: a square around the box, moved into the picture."""
    short = min(width, height)
    side = min(short, max(ENLARGE * max(box[2], box[3]), SHARE_MIN * short))
    left = min(max(box[0] + box[2] / 2 - side / 2, 0), width - side)
    top = min(max(box[1] + box[3] / 2 - side / 2, 0), height - side)
    return left, top, left + side, top + side


def part_of(box, low, high, rng):
    """A box inside the box. A mask rarely covers all a person has drawn around."""
    w, h = box[2] * rng.uniform(low, high), box[3] * rng.uniform(low, high)
    return [box[0] + rng.uniform(0, max(0, box[2] - w)), box[1] + rng.uniform(0, max(0, box[3] - h)), w, h]


def views_of(picture, box, rng):
    """First what is measured: the box as drawn and a part of it. Then what is only trained on."""

    def crop(within):
        return np.asarray(picture.resize((SIDE, SIDE), Image.BICUBIC, box=square_around(within, *picture.size)))

    views = [crop(box), crop(part_of(box, 0.4, 1.0, rng))]
    while len(views) < VIEWS:
        pixels = crop(part_of(box, 0.3, 1.15, rng))
        views.append(recolored(pixels[:, ::-1] if len(views) % 2 else pixels, rng))
    return views


def cache(model, pictures, rows, views):
    taps = []
    for index, (picture, _, box) in enumerate(rows):
        made = views_of(pictures[picture], box, np.random.default_rng([SEED, index]))[:views]
        taps.append(features_of(model, made))
    return [torch.cat(found).view(len(rows), views, *found[0].shape[1:]) for found in zip(*taps)]


def train(taps, classes, weights):
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    head = PartHead(len(CLASSES)).train()
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=5e-2)
    per_epoch = len(classes) * VIEWS // BATCH
    for step in range(EPOCHS * per_epoch):
        if step % per_epoch == 0:
            order = rng.permutation(len(classes) * VIEWS)
        chosen = order[step % per_epoch * BATCH :][:BATCH]
        rows, views = chosen // VIEWS, chosen % VIEWS
        for group in optimizer.param_groups:
            group["lr"] = RATE * 0.5 * (1 + np.cos(np.pi * step / (EPOCHS * per_epoch)))
        logits = head([tap[rows, views].float() for tap in taps])
        loss = F.cross_entropy(logits, classes[rows], reduction="none", label_smoothing=0.05)
        loss = (loss * weights[rows]).sum() / weights[rows].sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return head.eval()


@torch.no_grad()
def logits_of(head, taps, view):
    return torch.cat([head([t[at : at + 128, view].float() for t in taps]) for at in range(0, len(taps[0]), 128)])


def temperature_of(logits, classes, shares):
    def loss(t):
        return float((F.cross_entropy(logits / t, classes, reduction="none") * shares).sum())

    return min(np.arange(0.4, 3.01, 0.05), key=loss)


def figures_of(scores, classes, shares):
    """Accuracy by class with n, and which class was taken for which. Every row counts by its share."""
    said = scores.argmax(1)
    confusion = np.zeros((len(CLASSES), len(CLASSES)))
    for row in range(len(classes)):
        confusion[classes[row], said[row]] += shares[row]
    n = confusion.sum(1)
    return {
        "n": round(float(n.sum()), 1),
        "accuracy": round(float(np.trace(confusion) / n.sum()), 3),
        "by_class": {
            name: {"n": round(float(n[k]), 1), "accuracy": round(float(confusion[k, k] / n[k]), 3) if n[k] else None}
            for k, name in enumerate(CLASSES)
        },
        "confusion": [[round(float(v), 1) for v in row] for row in confusion],
    }


def accepted(scores, classes, shares, k, threshold):
    taken = (scores.argmax(1) == k) & (scores[:, k] >= threshold)
    return float(shares[taken].sum()), float(shares[taken & (classes == k)].sum())


def thresholds_of(scores, classes, shares):
    """For each class the lowest confidence at which it is right often enough; null: the class is never used."""
    found = {}
    for k, name in enumerate(CLASSES):
        found[name] = None
        for threshold in np.arange(0.3, 0.96, 0.05):
            n, right = accepted(scores, classes, shares, k, threshold)
            if n >= COUNT_MIN and right / n >= PRECISION_MIN:
                found[name] = {
                    "threshold": round(float(threshold), 2),
                    "precision": round(right / n, 3),
                    "n": round(n, 1),
                    "recall": round(right / float(shares[classes == k].sum()), 3),
                }
                break
    return found


def with_thresholds(scores, classes, shares, thresholds):
    """Precision of all answers that pass the thresholds, and the share of rows that get an answer."""
    rows = [accepted(scores, classes, shares, CLASSES.index(c), t["threshold"]) for c, t in thresholds.items() if t]
    answered, right = sum(n for n, _ in rows), sum(r for _, r in rows)
    return {
        "answered": round(answered, 1),
        "right": round(right, 1),
        "of": round(float(shares.sum()), 1),
        "precision": round(right / answered, 3) if answered else None,
    }


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=pathlib.Path, required=True)
    arguments.add_argument("--detector", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)

    files, pictures, rows = read_set(options.data / "training" / "damaged-parts" / "all")
    _, test_pictures, test_rows = read_set(options.data / "damage" / "parts-damaged")
    everything = pictures + test_pictures
    groups = groups_of(
        np.stack([difference_hash(p) for p in everything]),
        np.stack([difference_hash(p, True) for p in everything]),
        NEAR_COPY_BITS,
    )
    test_groups = set(groups[len(pictures) :])
    rank = [groups[:i].count(groups[i]) for i in range(len(pictures))]
    kept = [i for i in range(len(pictures)) if groups[i] not in test_groups and rank[i] < COPIES_MAX]
    fold_of = dict(zip(kept, folds_of([groups[i] for i in kept], FOLDS, SEED)))
    rows = [row for row in rows if row[0] in fold_of]

    model = PartClassifier(len(CLASSES))
    model.f.load_detector(options.detector)
    taps, test_taps = cache(model, pictures, rows, VIEWS), cache(model, test_pictures, test_rows, 1)
    print(f"cached {len(rows)} + {len(test_rows)} boxes, {time.process_time():.0f} s of CPU", flush=True)

    classes = torch.tensor([row[1] for row in rows])
    folds = np.array([fold_of[row[0]] for row in rows])
    copies = {g: sum(groups[i] == g for i in kept) for g in {groups[i] for i in kept}}
    shares = np.array([1 / copies[groups[row[0]]] for row in rows])
    share_of_class = np.bincount(classes, minlength=len(CLASSES)) / len(rows)
    weights = torch.from_numpy(np.clip(np.sqrt(0.15 / share_of_class), 0.7, 3)[classes]).float()

    held = {view: torch.zeros(len(rows), len(CLASSES)) for view in (0, 1)}
    for fold in range(FOLDS):
        inside, outside = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        head = train([t[inside] for t in taps], classes[inside], weights[inside])
        for view in held:
            held[view][outside] = logits_of(head, [t[outside] for t in taps], view)
        print(f"fold {fold} done, {time.process_time():.0f} s of CPU", flush=True)

    temperature = temperature_of(held[1], classes, torch.from_numpy(shares))
    scores = {view: F.softmax(logits / temperature, 1).numpy() for view, logits in held.items()}
    truth = classes.numpy()
    thresholds = thresholds_of(scores[1], truth, shares)

    model.head = train(taps, classes, weights)
    model.head.temperature.fill_(float(temperature))
    test_scores = F.softmax(logits_of(model.head, test_taps, 0), 1).numpy()
    test_truth, ones = np.array([row[1] for row in test_rows]), np.ones(len(test_rows))
    digest = hashlib.sha256()
    for i in kept:
        digest.update(files[i].name.encode() + hashlib.sha256(files[i].read_bytes()).digest())
    log = {
        "classes": CLASSES,
        "pictures": len(kept),
        "groups": len(copies),
        "boxes": len(rows),
        "left_out_as_copies_of_test_pictures": sum(groups[i] in test_groups for i in range(len(pictures))),
        "pictures_sha256": digest.hexdigest(),
        "temperature": round(float(temperature), 2),
        "thresholds": thresholds,
        "cross_validated": figures_of(scores[1], truth, shares),
        "cross_validated_with_thresholds": with_thresholds(scores[1], truth, shares, thresholds),
        "cross_validated_accuracy_of_boxes_as_drawn": figures_of(scores[0], truth, shares)["accuracy"],
        "test": {
            "pictures": len(test_pictures),
            **figures_of(test_scores, test_truth, ones),
            "with_thresholds": with_thresholds(test_scores, test_truth, ones, thresholds),
        },
        "cpu_seconds": round(time.process_time()),
    }
    torch.save(model.state_dict(), options.out / "parts.pt")
    pathlib.Path(__file__).with_name("parts-log.json").write_text(json.dumps(log, indent=1) + "\n")
    print(json.dumps(log))


if __name__ == "__main__":
    main()
