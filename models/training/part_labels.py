"""Reads the part labels, records their split, and paints them.

    python3 part_labels.py --data <folder with whole-cars/ and training/bilgi/> --out <working folder>

Writes parts.npz into the working folder (pixels, parts, sides, boxes, views) and parts-split.json beside this file.
Left and right are as the driver sees them. The network has one class for both sides of a part and says apart which side
a place is on: so a mirrored picture is a second example, and a side that cannot be told is no error.
"""
import argparse
import hashlib
import json
import pathlib

import numpy as np
from PIL import Image, ImageDraw

from prepare import NEAR_COPY_BITS, difference_hash, distance

# The order is the order of the model's outputs.
CLASSES = (
    "background", "bumper_back", "bumper_front", "door_back", "door_front", "fender_back", "fender_front", "grill",
    "head_light", "hood", "license_plate", "mirror", "rocker_panel", "roof", "tail_light", "trunk", "wheel_back",
    "wheel_front", "window_back", "window_front", "windshield_back", "windshield_front",
)
VIEWS = ("F", "FL", "L", "BL", "B", "BR", "R", "FR")
MIRRORED_VIEW = [VIEWS.index(v.translate(str.maketrans("LR", "RL"))) for v in VIEWS]
IGNORED = 255
NO_SIDE, LEFT, RIGHT = 0, 1, 2
SIDE = 640
# Held out before anything was trained or chosen: by the digest of the file's name, so that no list decides.
TEST_SHARE, VALID_SHARE = {"whole-cars": 0.30, "bilgi": 0.33}, {"whole-cars": 0.12, "bilgi": 0.12}


def class_of(part):
    """The class and the side of a labelled part; other_body is nothing the readers agree on."""
    side = {"_left": LEFT, "_right": RIGHT}.get(next((s for s in ("_left", "_right") if part.endswith(s)), ""), NO_SIDE)
    name = part.removesuffix("_left").removesuffix("_right")
    name = "license_plate" if name == "plate" else name
    return (IGNORED if name == "other_body" else CLASSES.index(name)), side


def area_of(polygon):
    x, y = np.array(polygon).T
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2


def paint(row, other_vehicles=()):
    """A class and a side for each pixel: other vehicles first, then the parts, largest first."""
    parts, sides = Image.new("L", (SIDE, SIDE)), Image.new("L", (SIDE, SIDE))
    for x0, y0, x1, y1 in other_vehicles:
        ImageDraw.Draw(parts).rectangle([v * SIDE for v in (x0, y0, x1, y1)], fill=IGNORED)
    for label in sorted(row["parts"], key=lambda p: -area_of(p["polygon"])):
        points = [(x * SIDE, y * SIDE) for x, y in label["polygon"]]
        kind, side = class_of(label["part"])
        ImageDraw.Draw(parts).polygon(points, fill=kind)
        ImageDraw.Draw(sides).polygon(points, fill=side)
    return np.asarray(parts), np.asarray(sides)


def box_of(row):
    """What the labelled parts cover: x0, y0, x1, y1 as fractions."""
    points = np.concatenate([np.array(p["polygon"]) for p in row["parts"]])
    return [*points.min(0), *points.max(0)]


def split_of(origin, file):
    drawn = int(hashlib.sha256(file.encode()).hexdigest()[:8], 16) / 2**32
    if drawn < TEST_SHARE[origin]:
        return "test"
    return "valid" if drawn < TEST_SHARE[origin] + VALID_SHARE[origin] else "train"


def read_rows(data):
    """Rows of both sets, and of our own further labels, with their file and split."""
    undamaged = {row["file"]: row for row in json.loads((data / "whole-cars" / "labels.json").read_text())}
    for row in json.loads((data / "whole-cars" / "parts.json").read_text()):
        boxes = [b["box"] for b in undamaged[row["file"]]["boxes"] if b["label"] == "vehicle"]
        x0, y0, x1, y1 = row["crop"]
        inside = [b for b in boxes if b[0] >= x0 - 0.02 and b[1] >= y0 - 0.02 and b[2] <= x1 + 0.02 and b[3] <= y1 + 0.02]
        main = max(inside, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]), default=None)
        others = [b for b in boxes if b is not main]
        yield "whole-cars", data / "whole-cars" / row["file"], row, others, split_of("whole-cars", row["file"])
    bilgi = data / "training" / "bilgi"
    for row in json.loads((bilgi / "parts.json").read_text()):
        yield "bilgi", bilgi / row["file"], row, [], split_of("bilgi", row["file"])
    more = pathlib.Path(__file__).with_name("part-labels.json")
    for row in json.loads(more.read_text()) if more.exists() else []:
        yield "bilgi", bilgi / row["file"], row, [], "train"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = list(read_rows(options.data))
    pictures = [Image.open(file).convert("RGB") for _, file, *_ in rows]
    held = np.stack([difference_hash(p) for p, row in zip(pictures, rows) if row[4] != "train"])

    split = {"whole-cars": {}, "bilgi": {}}
    found = {name: [] for name in ("pixels", "parts", "sides", "boxes", "views", "splits", "files")}
    digest = hashlib.sha256()
    for (origin, file, row, others, part), picture in zip(rows, pictures):
        name = f"{origin}/{file.parent.name}/{file.name}"
        if part == "train" and distance(held, picture) <= NEAR_COPY_BITS:
            part = "dropped_as_near_copies"
        split[origin].setdefault(part, []).append(name)
        digest.update(name.encode() + hashlib.sha256(file.read_bytes()).digest())
        if part == "dropped_as_near_copies" or not row["parts"]:
            continue
        parts, sides = paint(row, others)
        found["pixels"].append(np.asarray(picture.resize((SIDE, SIDE), Image.BICUBIC)))
        found["parts"].append(parts)
        found["sides"].append(sides)
        found["boxes"].append(box_of(row))
        found["views"].append(VIEWS.index(row["view"]) if row.get("view") else -1)
        found["splits"].append(part)
        found["files"].append(name)
    np.savez(options.out / "parts.npz", **{name: np.array(values) for name, values in found.items()})
    split["sha256"] = digest.hexdigest()
    pathlib.Path(__file__).with_name("parts-split.json").write_text(json.dumps(split, indent=1) + "\n")
    for origin in ("whole-cars", "bilgi"):
        print(origin, {part: len(names) for part, names in split[origin].items()})


if __name__ == "__main__":
    main()
