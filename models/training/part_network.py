"""The part segmenter: where each part of a vehicle is, which side of the vehicle a place is on, and where the camera stood."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from network import WIDTHS, Backbone, Separable


class PartSegmenter(nn.Module):
    """Input n,3,h,w in 0..255, sides multiples of 64. Output: part logits n,k,h/4,w/4, left-or-right logits n,1,h/4,w/4, view logits n,8."""

    def __init__(self, classes=22, views=8, channels=96, frozen=4):
        super().__init__()
        self.frozen = frozen
        self.f = Backbone()
        self.l = nn.ModuleList([nn.Conv2d(c, channels, 1) for c in WIDTHS])
        self.s = nn.ModuleList([Separable(channels) for _ in WIDTHS])
        self.ctx = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(WIDTHS[3], channels, 1), nn.ReLU())
        # Which side a place is on is told by the whole vehicle, not by the place: a second look at the coarsest scale.
        self.wide = nn.Sequential(Separable(channels), Separable(channels))
        self.h = nn.Sequential(Separable(channels), Separable(channels))
        self.parts = nn.Conv2d(channels, classes, 1)
        self.sides = nn.Conv2d(channels, 1, 1)
        self.v = nn.Sequential(nn.Linear(8 * channels + 2 * classes, 128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, views))

    def forward(self, x):
        taps = self.f(x, self.frozen if self.training else 0)
        y = self.wide(self.s[3](self.l[3](taps[3]) + self.ctx(taps[3])))
        # Two rows of four, written so that it can be exported.
        coarse = F.avg_pool2d(y, (int(y.shape[2]) // 2, int(y.shape[3]) // 4)).flatten(1)
        for i in (2, 1, 0):
            y = self.s[i](self.l[i](taps[i]) + F.interpolate(y, scale_factor=2.0, mode="nearest"))
        y = self.h(y)
        parts, sides = self.parts(y), self.sides(y)
        # What the view shows of each part on each side: read, not taught, through the view.
        shown, left = parts.detach().float().softmax(1), sides.detach().float().sigmoid()
        seen = torch.cat([(shown * left).mean((2, 3)), (shown * (1 - left)).mean((2, 3))], 1).sqrt()
        return parts, sides, self.v(torch.cat([coarse.float(), seen], 1))
