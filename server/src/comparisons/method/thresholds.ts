/** What the method goes by. `pnpm evaluate calibrate-compare` chooses those before the gap on the validation half. */
export const THRESHOLDS = {
  /** Correlation around a place, of both pictures laid over each other, from which on they are aligned there. */
  fit_min: 0.85,
  /** The network's answer at a place, from which on something may have been there. */
  low_score: 0.1,
  /** Correlation of fine detail within a place, from which on it looks the same in both pictures. */
  same_look: 0.5,
  /** How far grey values close to a place may differ, as a share of the contrast. */
  rim_off_max: 0.35,
  /** By how much a damage must have grown, in length and in the root of its area. */
  grown_min: 1.35,
  /** Cells of the network's grid that a damage must cover to be found. */
  cells_min: 16,
  /** Sharpness of the other picture at the place, as a share of this one's. */
  sharp_min: 0.45,

  /** The share of a damage that must lie on the other one to be the same. */
  same_share: 0.5,
  /** Less, but this much, may be the same. */
  touching_share: 0.1,
  /** Corners that must agree before two pictures are aligned. */
  inliers_min: 14,
  /** Size of the other picture at the place, as a share of this one's. */
  scale_min: 0.5,
  /** Median grey below which nothing is seen. */
  dark_max: 22,
  /** Share of white pixels over a place that hides it. */
  glare_share_max: 0.2,
  /** A place this close to the edge, as a share of the picture, may go on beyond it. */
  edge: 0.01,
}
export type Thresholds = typeof THRESHOLDS
