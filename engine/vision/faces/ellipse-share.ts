/**
 * 1 in the middle of a region, falling to 0 along an ellipse at its border.
 * @param x 0 to 1, as `y`
 * @param full part of the way from the middle to the border that is 1 in full
 */
export function ellipseShare(x: number, y: number, full: number): number {
  const distance = Math.hypot(x - 0.5, y - 0.5) * 2
  const fall = Math.min(1, Math.max(0, (1 - distance) / (1 - full)))
  return fall * fall * (3 - 2 * fall)
}
