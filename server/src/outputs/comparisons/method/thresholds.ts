/** What the method goes by. `pnpm evaluate calibrate-compare` chooses those before the gap on the validation half. */
export const THRESHOLDS = {
  /** Correlation around a place, of both pictures laid over each other, from which on they are aligned there. */
  fit_min: 0.6,
  /** The network's answer at a place, from which on something may have been there. */
  low_score: 0.03,
  /** What it may have answered, as a share of what it answers now, where it is sure and the place looks different. */
  faint_share: 0.2,
  /** Correlation of fine detail within a place, from which on it looks the same in both pictures. */
  same_look: 0.5,
  /** The shares of spots close to a place, and a little further off, that may show something else: more is in the way. */
  rim_off_max: 0.6,
  ring_off_max: 0.25,
  /** By how much a damage must have grown, in length and in the root of its area. */
  grown_min: 1.5,
  /** Cells of the network's grid that a damage must cover to be found. */
  cells_min: 8,
  /** Sharpness of the other picture at the place, as a share of this one's. */
  sharp_min: 0.45,

  /** From where on the network is sure. */
  sure_score: 0.9,
  /** Correlation of fine detail within a place up to which it looks different, and around it from which on that counts. */
  other_look: 0.2,
  other_fit_min: 0.9,
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
