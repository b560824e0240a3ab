/** How far a training is, as its log tells. */
export interface ToldTraining {
  step: number
  steps: number
  /** Loss after some of the steps so far. */
  curve: { step: number; loss: number }[]
}

/**
 * The bar of a trainer, as kohya's scripts (`steps:  12%|█▏ | 96/800 [01:20<09:50,  1.19it/s, avr_loss=0.0912]`) and ostris' toolkit
 * (`lr: 4.0e-04 loss: 3.311e-01`) draw it. Bars of downloads and of caches have other names.
 */
const BAR =
  /^(?:steps|\w*train\w*):[^|]*\|[^|]*\|\s*(?<step>\d+)\/(?<steps>\d+) \[(?:[^\]]*?loss[=:]\s*(?<loss>[-+.\de]+))?/

const MOST_POINTS = 200
const LONGEST_LINE = 1000

/** Reads a log piece by piece. */
export interface TrainingLog {
  /** @param text what came since; a line may be cut anywhere */
  read(text: string): void
  /** Null while no step was told. */
  told(): ToldTraining | null
}

/** @param bar a line that tells a step: the groups `step`, and where it has them `steps` and `loss` */
export function createTrainingLog(bar: RegExp = BAR): TrainingLog {
  let rest = ''
  let last: { step: number; steps: number } | null = null
  let curve: { step: number; loss: number }[] = []

  function readLine(line: string): void {
    const { step, steps, loss } = bar.exec(line.slice(0, LONGEST_LINE).trim())?.groups ?? {}
    const at = Number(step)
    if (step === undefined || !Number.isSafeInteger(at)) return
    last = { step: at, steps: Math.max(at, Number(steps) || (last?.steps ?? 0)) }
    const value = Number(loss)
    if (loss === undefined || !Number.isFinite(value)) return
    if (curve.at(-1)?.step === at) curve.pop()
    curve.push({ step: at, loss: value })
    // Half of the points tell the same course.
    if (curve.length > MOST_POINTS) curve = curve.filter((_, place) => place % 2 === 0)
  }

  return {
    read(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = (lines.pop() ?? '').slice(-LONGEST_LINE)
      for (const line of lines) readLine(line)
    },
    told: () => last && { ...last, curve: [...curve] },
  }
}

/** What a whole log tells; null: no step. */
export function readTrainingLog(log: string): ToldTraining | null {
  const reader = createTrainingLog()
  reader.read(`${log}\n`)
  return reader.told()
}
