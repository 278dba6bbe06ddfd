"""Reads the labelled sets, removes near-copies between the splits, and records the split and its digest.

    python3 prepare.py --data <folder with training/ and whole-cars/> --out <working folder>

Pictures whose names suggest a set for research only (training/bilgi/doubtful.json) are in no split. Pictures with part labels
that are held out (parts-split.json, written by part_labels.py) are not trained on here either: on them both models are measured
together.

Writes one .npz for each split into the working folder (pixels and bit masks), and split.json beside this file:
the names of all pictures by split and the SHA-256 over those names and their bytes. Nothing but names is kept here.
"""
import argparse
import hashlib
import json
import pathlib

import numpy as np
from PIL import Image, ImageDraw

# The order is the order of the model's outputs. The set names its classes in Turkish.
CLASSES = {
    "cizik": "scratch",
    "gocuk": "dent",
    "kirik-kayip": "broken_or_missing",
    "far_hasar": "lamp_damage",
    "cam_catlagi": "glass_crack",
    "astar": "primer_exposed",
    "airbag": "airbag_deployed",
    "kaput_hasar": "hood_damage",
}
SIDE = 640
# Two pictures are near-copies when at most this many of the 256 bits of their difference hashes differ.
NEAR_COPY_BITS = 60
# Rides of the undamaged set. Frames seconds apart show the same car, so a ride is never divided.
RIDES = {
    "dayride_type1_001.mp4": "train",
    "dayride_type1_003.mp4": "valid",
    "dayride_type1_002.mp4": "test",
    "nightride_type3_001.mp4": "test",
}


def difference_hash(picture, mirrored=False):
    gray = np.asarray(picture.convert("L").resize((17, 16), Image.BICUBIC), np.float32)
    gray = gray[:, ::-1] if mirrored else gray
    return (gray[:, 1:] > gray[:, :-1]).ravel()


def distance(hashes, picture):
    """Bits between a picture, or its mirror image, and the nearest of the hashes."""
    if len(hashes) == 0:
        return 256
    return min((hashes ^ difference_hash(picture, m)).sum(1).min() for m in (False, True))


def read_coco(folder):
    coco = json.loads((folder / "annotations.coco.json").read_text())
    names = {c["id"]: c["name"] for c in coco["categories"]}
    by_image = {}
    for annotation in coco["annotations"]:
        by_image.setdefault(annotation["image_id"], []).append(annotation)
    for image in coco["images"]:
        file = folder / image["file_name"]
        file = file if file.exists() else folder / "images" / image["file_name"]
        polygons = [
            (list(CLASSES).index(names[a["category_id"]]), a["segmentation"])
            for a in by_image.get(image["id"], [])
            if names[a["category_id"]] in CLASSES
        ]
        yield file, image, polygons


def bit_mask(image, polygons):
    """One byte a pixel, one bit a class."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for class_index, rings in polygons:
        layer = Image.new("L", (SIDE, SIDE))
        for ring in rings:
            points = [
                (ring[i] * SIDE / image["width"], ring[i + 1] * SIDE / image["height"])
                for i in range(0, len(ring) - 1, 2)
            ]
            ImageDraw.Draw(layer).polygon(points, fill=1)
        mask |= (np.asarray(layer) << class_index).astype(np.uint8)
    return mask


def open_square(file):
    return Image.open(file).convert("RGB").resize((SIDE, SIDE), Image.BICUBIC)


PARTS_SPLIT = pathlib.Path(__file__).with_name("parts-split.json")


def parts_held_out():
    split = json.loads(PARTS_SPLIT.read_text())["bilgi"]
    return {name for part in ("valid", "test") for name in split[part]}


def undamaged_cars(folder, name):
    """Whole cars without damage; who is held out for the parts is held out here."""
    names = set(json.loads(PARTS_SPLIT.read_text())["whole-cars"][name])
    rows = json.loads((folder / "labels.json").read_text())
    return [folder / row["file"] for row in rows if row["undamaged"] and f"whole-cars/{row['file']}" in names]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    bilgi = options.data / "training" / "bilgi"
    doubtful = json.loads((bilgi / "doubtful.json").read_text())
    held = parts_held_out()
    sets = {
        name: [
            row
            for row in read_coco(bilgi / name)
            if row[0].name not in doubtful[name] and f"bilgi/{name}/{row[0].name}" not in held
        ]
        for name in ("train", "valid", "test")
    }
    pictures = {name: [open_square(file) for file, _, _ in rows] for name, rows in sets.items()}
    hashes = {
        name: np.stack([difference_hash(p) for p in found]) for name, found in pictures.items()
    }

    # The test pictures are those that are no near-copies of the published train split: the set other figures were
    # measured on. Every other validation picture is trained on, unless it resembles a test picture.
    kept = {"train": [], "valid": [], "test": []}
    dropped = {"valid": [], "test": [], "train": []}
    for index in range(len(sets["train"])):
        kept["train"].append(("train", index))
    for index, picture in enumerate(pictures["test"]):
        near = distance(hashes["train"], picture) <= NEAR_COPY_BITS
        (dropped if near else kept)["test"].append(("test", index))
    for index, picture in enumerate(pictures["valid"]):
        if index % 2 == 0:
            near = distance(hashes["test"], picture) <= NEAR_COPY_BITS
            (dropped if near else kept)["train"].append(("valid", index))
    trained = np.stack([hashes[s][i] for s, i in kept["train"]])
    for index, picture in enumerate(pictures["valid"]):
        if index % 2 == 1:
            near = distance(trained, picture) <= NEAR_COPY_BITS
            (dropped if near else kept)["valid"].append(("valid", index))

    split = {"classes": list(CLASSES.values()), "near_copy_bits": NEAR_COPY_BITS, "damage": {}, "clean": {}}
    digest = hashlib.sha256()

    def name_of(row):
        file = sets[row[0]][row[1]][0]
        digest.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
        return f"{row[0]}/{file.name}"

    for name, rows in kept.items():
        split["damage"][name] = [name_of(row) for row in rows]
        np.savez(
            options.out / f"damage-{name}.npz",
            pixels=np.stack([np.asarray(pictures[s][i]) for s, i in rows]),
            masks=np.stack([bit_mask(sets[s][i][1], sets[s][i][2]) for s, i in rows]),
        )
    split["damage"]["dropped_as_near_copies"] = sorted(name_of(row) for rows in dropped.values() for row in rows)

    rear = options.data / "training" / "clean-rear"
    frames = json.loads((rear / "index.json").read_text())
    for name in ("train", "valid", "test"):
        files = [rear / row["file"] for row in frames if RIDES[row["source"].split("#t=")[0]] == name]
        files += undamaged_cars(options.data / "whole-cars", name)
        for file in files:
            digest.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
        split["clean"][name] = [
            file.name if file.parent == rear else str(file.relative_to(options.data)) for file in files
        ]
        np.savez(
            options.out / f"clean-{name}.npz",
            pixels=np.stack([np.asarray(open_square(f)) for f in files]),
            whole=np.array([f.parent != rear for f in files]),
        )

    split["sha256"] = digest.hexdigest()
    target = pathlib.Path(__file__).with_name("split.json")
    target.write_text(json.dumps(split, indent=1) + "\n")
    for kind in ("damage", "clean"):
        print(kind, {name: len(rows) for name, rows in split[kind].items()})
    print("split", split["sha256"])


if __name__ == "__main__":
    main()
