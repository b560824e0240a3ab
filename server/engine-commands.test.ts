import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '#tests/support/run-program.ts'
import { operatorLine } from '#lib/operator-error.ts'
import { unpackFixture } from '#tests/support/packed-fixtures.ts'
import type { Command } from './cli/command.ts'
import { engineCheckPipeline } from './cli/engine-check-pipeline.ts'
import { engineCheckSamplers } from './cli/engine-check-samplers.ts'
import { engineDraw } from './cli/engine-draw.ts'
import { loadConfig } from './config/index.ts'
import { createLogger } from './platform/log.ts'

const TIMEOUT_MS = 120_000
const folder = mkdtempSync(join(tmpdir(), 'atelier-engine-'))
afterAll(() => rmSync(folder, { recursive: true }))

// No database can be reached there, and none is started.
const atelier = (...args: string[]) =>
  runCommand(args, {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })

const COMMANDS: Record<string, Command> = {
  'check-samplers': engineCheckSamplers,
  'check-pipeline': engineCheckPipeline,
  draw: engineDraw,
}

/** As `atelier engine`, in this process: another one takes a third of a second to start. */
async function run(name: string, ...args: string[]) {
  let stdout = ''
  const tools = {
    config: loadConfig({ DATA_DIR: join(folder, 'data') }),
    log: createLogger({ level: 'silent' }),
    print: (line: string) => void (stdout += `${line}\n`),
  }
  try {
    return { code: (await COMMANDS[name]!.run(args, tools)) ?? 0, stdout, stderr: '' }
  } catch (error) {
    return { code: 1, stdout, stderr: `${operatorLine(error) ?? 'no line for the operator'}\n` }
  }
}

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** A copy of the small model, with what is expected of its drawings in the place where `check-pipeline` reads it. */
function copyTiny(name: string): string {
  const model = join(folder, name)
  cpSync('tests/fixtures/tiny-sd', model, { recursive: true })
  cpSync(EXPECTED, join(model, 'expected.json'))
  return model
}

const EXPECTED = unpackFixture('tests/fixtures/tiny-sd/expected.json')
const REFERENCE = unpackFixture('tests/fixtures/samplers/trajectories.json')

interface Reference {
  denoiser: { means: number[][]; weights: number[] }
  cases: {
    sampler: string
    steps: number
    denoiserCalls?: number
    start: number[]
    result: number[]
  }[]
}

function changedReference(change: (reference: Reference) => void): string {
  const reference = JSON.parse(readFileSync(REFERENCE, 'utf8')) as Reference
  change(reference)
  return write('changed.json', JSON.stringify(reference))
}

function referenceWith(change: (one: Reference['cases'][number]) => void): string {
  return changedReference(({ cases }) =>
    change(cases.find(({ sampler, steps }) => sampler === 'Heun' && steps === 21)!),
  )
}

test(
  'safety check tries every prompt, and counts the clean pictures that would be held back',
  async () => {
    const pictures = join(folder, 'clean')
    mkdirSync(pictures)
    const create = { width: 64, height: 64, channels: 3 as const, background: '#fff' }
    writeFileSync(join(pictures, 'white.png'), await sharp({ create }).png().toBuffer())
    writeFileSync(join(pictures, 'notes.txt'), 'no picture')
    const { code, stdout } = await atelier('safety', 'check', '--pictures', pictures)
    expect(code).toBe(0)
    expect(stdout).toContain('Prompts to refuse: 171 of 171 refused\n')
    expect(stdout).toContain('Near misses: 125 of 125 pass\n')
    expect(stdout).toContain('Clean images: of 1, 0 would be blurred')
    const missing = await atelier('safety', 'check', '--pictures', join(folder, 'nowhere'))
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('nowhere')])
  },
  TIMEOUT_MS,
)

describe('check-samplers', () => {
  test(
    'prints a line for each sampler; all hold',
    async () => {
      const { code, stdout, stderr } = await run('check-samplers', REFERENCE)
      expect([code, stderr]).toEqual([0, ''])
      const lines = stdout.trim().split('\n')
      expect(lines).toHaveLength(20)
      for (const line of lines) expect(line).toMatch(/^[\w+ ]+ \d\.\d\de-\d+  holds$/)
    },
    TIMEOUT_MS,
  )

  test.each<[string, (one: Reference['cases'][number]) => void, RegExp]>([
    [
      'another result',
      (one) => (one.result[0]! *= 1 + 1e-4),
      /^Heun .*DIFFERS in 1 of 2 cases \(first: 21 steps\)$/m,
    ],
    ['other calls', (one) => (one.denoiserCalls = 40), /^Heun .*41 calls in place of 40$/m],
  ])(
    '%s: exit 1 and the sampler is named',
    async (_, change, line) => {
      const { code, stdout } = await run('check-samplers', referenceWith(change))
      expect(code).toBe(1)
      expect(stdout).toMatch(line)
      expect(stdout.match(/DIFFERS/g)).toHaveLength(1)
    },
    TIMEOUT_MS,
  )

  test.each<[string, (reference: Reference) => void, RegExp]>([
    ['more steps than anybody makes', ({ cases }) => (cases[0]!.steps = 1e12), /cases\.0\.steps: /],
    ['no mean', ({ denoiser }) => (denoiser.means = []), /denoiser\.means: /],
    [
      'fewer weights than means',
      ({ denoiser }) => denoiser.weights.pop(),
      /denoiser: needs a weight/,
    ],
    ['pictures of no size', ({ cases }) => (cases[0]!.start = []), /cases\.0\.start: /],
  ])(
    '%s: one line that says so, exit 1',
    async (_, change, reason) => {
      const { code, stdout, stderr } = await run('check-samplers', changedReference(change))
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^[^\n]+ does not fit: [^\n]+\n$/)
      expect(stderr).toMatch(reason)
    },
    TIMEOUT_MS,
  )
})

describe('check-pipeline', () => {
  test(
    'prints a line for each drawing; all hold',
    async () => {
      const { code, stdout, stderr } = await run('check-pipeline', copyTiny('pipeline'))
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout.trim().split('\n')).toEqual(
        ['DDIM', 'Euler', 'Heun', 'LMS'].map((sampler) =>
          expect.stringMatching(new RegExp(`^${sampler}, 10 steps: .*  holds$`)),
        ),
      )
    },
    TIMEOUT_MS,
  )

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['edges', { width: 60 }, /0\.width: .* multiples of \d+\.$/m],
    ['noise', { noise: [1] }, /0\.noise: has 1 numbers in the place of 256\.$/m],
    ['steps', { steps: 1e11 }, /0\.steps: Too big/],
    [
      'whole cells',
      { width: 72, noise: Array<number>(4 * 9 * 8).fill(0.5) },
      /0: this model cannot draw 72 x 64 pixels \(.*\)\.$/m,
    ],
  ])(
    'other %s than the model has are told in one line',
    async (name, change, reason) => {
      const model = copyTiny(`pipeline-${name}`)
      const file = join(model, 'expected.json')
      const [first] = JSON.parse(readFileSync(file, 'utf8')) as object[]
      writeFileSync(file, JSON.stringify([{ ...first, ...change }]))
      const { code, stdout, stderr } = await run('check-pipeline', model)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^[^\n]+ does not fit: [^\n]+\n$/)
      expect(stderr).toMatch(reason)
    },
    TIMEOUT_MS,
  )
})

describe('draw', () => {
  test(
    'makes an image for each prompt and seed',
    async () => {
      const prompts = write('prompts.txt', 'smiling face\n\n red heart \r\n')
      const out = join(folder, 'new', 'pictures')
      const line = `draw --prompts ${prompts} --out ${out} --seeds 7,4294967295 --style glossy`
      const drawn = await atelier('engine', ...line.split(' '))
      expect([drawn.code, drawn.stderr]).toEqual([0, ''])
      const names = ['0001-4294967295.png', '0001-7.png', '0002-4294967295.png', '0002-7.png']
      expect(readdirSync(out).toSorted()).toEqual(names)
      expect(drawn.stdout.trim().split('\n').toSorted()).toEqual(
        names.map((name) => join(out, name)),
      )
      const files = names.map((name) => readFileSync(join(out, name)))
      expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(4)
      const meta = await sharp(files[0]).metadata()
      expect([meta.format, meta.width, meta.height]).toEqual(['png', 512, 512])

      // From one of them, at strength 0: itself.
      const again = join(folder, 'again')
      const source = ['--image', join(out, names[0]!), '--strength', '0']
      const from = await run('draw', '--prompts', prompts, '--out', again, ...source)
      expect([from.code, from.stderr]).toEqual([0, ''])
      const pixels = (file: string) => sharp(file).raw().toBuffer()
      expect(await pixels(join(again, '0001-1.png'))).toEqual(await pixels(join(out, names[0]!)))
    },
    TIMEOUT_MS,
  )
})

describe('models', () => {
  const models = join(folder, 'data', 'models')
  const lines = ({ stdout }: { stdout: string }) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('  '))

  test(
    'list names folder, id and hash or the reason; check loads them too',
    async () => {
      cpSync('tests/fixtures/tiny-sd', join(models, 'tiny'), { recursive: true })
      cpSync('tests/fixtures/tiny-sd', join(models, 'cut'), { recursive: true })
      truncateSync(join(models, 'cut', 'unet', 'model.onnx'), 5000)
      cpSync('tests/fixtures/tiny-sd/unet', join(models, 'part'), { recursive: true })
      const listed = await atelier('models', 'list')
      expect([listed.code, listed.stderr]).toEqual([0, ''])
      const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
      const ours = [expect.stringMatching(/text-to-image$/), 'atelier-v1', hash, 'ready']
      const tiny = [join(models, 'tiny'), 'tiny', hash, 'ready', '64 px, licence unknown']
      const part = [
        join(models, 'part'),
        'part',
        'broken',
        expect.stringMatching(/model_index\.json: is missing$/),
      ]
      expect(lines(listed)).toEqual([
        expect.arrayContaining(ours),
        [join(models, 'cut'), 'cut', hash, 'ready', '64 px, licence unknown'],
        part,
        tiny,
      ])

      const checked = await atelier('models', 'check')
      expect([checked.code, checked.stderr]).toEqual([1, ''])
      expect(lines(checked)).toEqual([
        expect.arrayContaining(ours),
        [
          join(models, 'cut'),
          'cut',
          'broken',
          expect.stringMatching(/unet\/model\.onnx: cannot be loaded/),
        ],
        part,
        tiny,
      ])
      const good = await atelier('models', 'check', 'tiny')
      expect([good.code, good.stderr]).toEqual([0, ''])
      expect(await atelier('models', 'check', 'nobody')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no model nobody.\n',
      })
    },
    TIMEOUT_MS,
  )
})

describe('what is wrong is said in one line', () => {
  const prompts = write('one.txt', 'a fox')
  const out = join(folder, 'nothing')
  test.each<[string[], string]>([
    [['check-samplers'], 'Usage: engine check-samplers FILE.json'],
    [['check-samplers', 'no.json'], 'no.json: there is no such file.'],
    [['check-samplers', 'tests'], 'EISDIR'],
    [['check-samplers', write('cut.json', '{"cases": [')], 'cut.json is not JSON.'],
    [['check-samplers', write('other.json', '{"cases": []}')], 'other.json does not fit: denoiser'],
    [['check-samplers', REFERENCE, '--fast'], "Unknown option '--fast'. Usage: engine check"],
    [['check-pipeline', 'tests'], 'expected.json: there is no such file.'],
    [['check-pipeline'], 'Usage: engine check-pipeline FOLDER'],
    [['draw', '--out', out], 'Usage: engine draw --prompts FILE.txt --out FOLDER'],
    [['draw', '--prompts', 'no.txt', '--out', out], 'no.txt: there is no such file.'],
    [['draw', '--prompts', write('empty.txt', '\n'), '--out', out], 'empty.txt holds no prompt.'],
    [['draw', '--prompts', prompts, '--out', out, '--style', 'oil'], '--style must be one of 3d,'],
    [['draw', '--prompts', prompts, '--out', out, '--seeds', '1,x'], '--seeds must be whole'],
    [['draw', '--prompts', prompts, '--out', join(prompts, 'in')], 'one.txt'],
    [['draw', '--prompts', prompts, '--out', out, '--image', 'no.png'], 'no.png: there is no such'],
    [['draw', '--prompts', prompts, '--out', out, '--mask', 'x.png'], '--strength and --mask need'],
    [['draw', '--prompts', prompts, '--out', out, '--strength', '2'], '--strength must be'],
  ])(
    '%s',
    async ([name = '', ...args], message) => {
      const { code, stdout, stderr } = await run(name, ...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(message)
      expect(stderr).toMatch(/^[^\n]+\n$/)
    },
    TIMEOUT_MS,
  )

  test(
    'by the program itself',
    async () => {
      expect(await atelier('engine', 'paint')).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^There is no command "engine paint"[^\n]*\n$/),
      })
      const { code, stdout, stderr } = await atelier(
        'engine',
        'draw',
        '--prompts',
        'no.txt',
        '--out',
        out,
      )
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^no\.txt: there is no such file\.\n$/)
    },
    TIMEOUT_MS,
  )
})
