/**
 * By how much values grow from the first to the last along the straight line nearest to them (least squares), so that
 * neither a collection just before the first nor one just after the last decides.
 * @param values evenly apart, at least two
 */
export function growthAlongTheLine(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const sum = (of: (value: number, index: number) => number) =>
    values.reduce((before, value, index) => before + of(value, index), 0)
  const slope = sum((value, index) => (index - middle) * value) / sum((_, index) => (index - middle) ** 2)
  return slope * (values.length - 1)
}
