import sharp from 'sharp'
import type { DrawnCell } from './easel.ts'
import type { ControlRow } from './rows.ts'

/** A row of the sheet with its pictures. */
export interface DrawnRow {
  row: ControlRow
  cells: DrawnCell[]
}

interface Raw {
  data: Buffer
  width: number
  height: number
}

const EDGE = 128

async function raw(file: Buffer, resized = true): Promise<Raw> {
  const picture = sharp(file).removeAlpha()
  const { data, info } = await (resized ? picture.resize(EDGE, EDGE, { fit: 'fill' }) : picture)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Mean difference of values, 0 to 255. */
function apart(a: Raw, b: Raw): number {
  let sum = 0
  for (const [at, value] of a.data.entries()) sum += Math.abs(value - b.data[at]!)
  return sum / a.data.length
}

const rises = (values: readonly number[], slack: number): boolean =>
  values.every((value, at) => at === 0 || value > values[at - 1]! - slack)

/** Mean share of a colour in a picture, 0 to 255. */
function mean({ data }: Raw, channel: 0 | 1 | 2): number {
  let sum = 0
  for (let at = channel; at < data.length; at += 3) sum += data[at]!
  return (sum * 3) / data.length
}

const redness = (one: Raw): number => mean(one, 0) - mean(one, 1)
const text = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(1)).join(', ')

function deviation({ data }: Raw): number {
  let [sum, squares] = [0, 0]
  for (const value of data) {
    sum += value
    squares += value ** 2
  }
  return Math.sqrt(squares / data.length - (sum / data.length) ** 2)
}

type Finding = [what: string, holds: boolean]
type Check = (drawn: DrawnRow) => Promise<Finding[]>

/** Pictures of cells that are jobs, at one size. */
const jobs = ({ cells }: DrawnRow): Promise<Raw[]> =>
  Promise.all(cells.filter(({ cell }) => !cell.shows).map(({ data }) => raw(data)))

/** Each of these differs from the first. */
const allDiffer: Check = async (drawn) => {
  const [first, ...others] = await jobs(drawn)
  const least = Math.min(...others.map((other) => apart(first!, other)))
  return [[`least difference to the first ${least.toFixed(1)}`, least > 0.5]]
}

/** A pixel is left alone where the mask with its feather does not reach: 44 around the middle. */
async function sameOutside(first: Buffer, cell: DrawnCell): Promise<boolean> {
  const [a, b] = [await raw(first, false), await raw(cell.data, false)]
  const reach = 44 + 1 + (cell.cell.change?.mask_feather ?? 0)
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      if (Math.hypot(x - 63.5, y - 63.5) <= reach) continue
      const at = 3 * (y * EDGE + x)
      if (a.data.compare(b.data, at, at + 3, at, at + 3) !== 0) return false
    }
  return true
}

/** Whether the picture stands in the larger one as it was. */
async function keepsPicture(first: Buffer, { cell, data }: DrawnCell): Promise<boolean> {
  const { left = 0, top = 0 } = cell.change?.outpaint ?? {}
  const inner = await sharp(data)
    .removeAlpha()
    .extract({ left, top, width: EDGE, height: EDGE })
    .raw()
    .toBuffer()
  return inner.equals((await raw(first, false)).data)
}

const CHECKS: Record<string, Check> = {
  async 'Number of images'({ cells }) {
    const [one, next, first, second] = cells.map(({ data }) => data)
    const alone = (await raw(first!)).data.equals((await raw(one!)).data)
    return [
      ['the first of four is the picture of the same seed alone', alone],
      [
        'the second that of the next seed',
        (await raw(second!)).data.equals((await raw(next!)).data),
      ],
    ]
  },
  async 'Negative prompt'(drawn) {
    const [plain, red, green] = (await jobs(drawn)).map(redness)
    // The page says that it changes little with this model.
    return [[`redness of none, not red, not green: ${text([plain!, red!, green!])}`, green! > red!]]
  },
  async 'Prompt weights'(drawn) {
    const [plain, little] = (await jobs(drawn)).map(redness)
    return [[`redness, and of little weight: ${text([plain!, little!])}`, little! > plain! + 5]]
  },
  async 'Size and aspect'({ cells }) {
    const findings = cells.map(async ({ cell, data }): Promise<Finding> => {
      const { width, height } = await sharp(data).metadata()
      const asked = cell.change?.width === width && cell.change?.height === height
      return [`${width} x ${height}`, asked]
    })
    return Promise.all(findings)
  },
  async Steps(drawn) {
    const all = await jobs(drawn)
    const distances = all.map((one) => apart(one, all.at(-1)!))
    const shown = text(distances)
    return [
      [
        `difference to 40 steps: ${shown}`,
        distances[0]! > distances[5]! && distances[1]! > distances[5]!,
      ],
    ]
  },
  async Guidance(drawn) {
    const all = await jobs(drawn)
    const away = all.map((one) => apart(one, all[0]!))
    return [
      [`difference to guidance 1: ${text(away)}`, rises(away.slice(1), 0.1) && away.at(-1)! > 2],
    ]
  },
  async Seed(drawn) {
    const all = await jobs(drawn)
    const again = all.pop()!
    const least = Math.min(...all.slice(1).map((one) => apart(one, all[0]!)))
    return [
      ['the same seed gives the same picture', again.data.equals(all[0]!.data)],
      [`other seeds differ by at least ${least.toFixed(1)}`, least > 0.5],
    ]
  },
  async Variation(drawn) {
    const all = await jobs(drawn)
    const [first, other] = [all[0]!, all.at(-1)!]
    const away = all.slice(0, -1).map((one) => apart(one, first))
    const shown = text(away)
    return [
      [`difference to the picture itself: ${shown}`, away[1]! > 0 && rises(away.slice(0, 3), 0)],
      ['strength 1 is the other seed', all.at(-2)!.data.equals(other.data)],
    ]
  },
  async Strength({ cells: [start, ...others] }) {
    const first = await raw(start!.data)
    const away = await Promise.all(others.map(async ({ data }) => apart(await raw(data), first)))
    const shown = text(away)
    return [
      ['0 gives the picture back', away[0] === 0],
      [`difference to the picture: ${shown}`, rises(away, 2) && away.at(-1)! > away[1]!],
    ]
  },
  async 'Mask and feather'({ cells: [start, , ...painted] }) {
    const first = await raw(start!.data)
    const findings: Finding[] = []
    for (const cell of painted) {
      const changed = apart(await raw(cell.data), first)
      const same = await sameOutside(start!.data, cell)
      findings.push([`${cell.cell.label}: changed inside, nothing outside`, changed > 1 && same])
    }
    return findings
  },
  async Outpaint({ cells: [start, ...larger] }) {
    return Promise.all(
      larger.map(async (cell): Promise<Finding> => {
        const kept = await keepsPicture(start!.data, cell)
        return [`${cell.cell.label}: the picture keeps its pixels`, kept]
      }),
    )
  },
  async LoRA(drawn) {
    const all = await jobs(drawn)
    const away = all.map((one) => apart(one, all[0]!))
    const [tag] = all.slice(-1)
    const shown = text(away.slice(1, -1))
    return [
      [`difference by weight: ${shown}`, away[1] === 0 && away[2]! > 0 && away[5]! > away[2]!],
      ['the tag is the same as the field', tag!.data.equals(all[3]!.data)],
    ]
  },
  async 'Guidance rescale'(drawn) {
    const contrast = (await jobs(drawn)).map(deviation)
    const shown = text(contrast)
    return [
      [`contrast: ${shown}`, rises(contrast.toReversed(), 1) && contrast[0]! > contrast.at(-1)!],
    ]
  },
}

/**
 * Says of each row whether its pictures do what the control's name says.
 * @returns how many do not
 */
export async function measureRows(
  rows: readonly DrawnRow[],
  print: (line: string) => void,
): Promise<number> {
  let faults = 0
  for (const drawn of rows) {
    const { name } = drawn.row
    for (const [what, holds] of await (CHECKS[name] ?? allDiffer)(drawn)) {
      print(`${name}: ${what}${holds ? '' : '  WRONG'}`)
      if (!holds) faults++
    }
  }
  return faults
}
