// The making of the built-in model: pictures and words, training, export, evaluation. Everything that is made on the way lies in
// .cache/model and is gone on with.
// Usage: node models/text-to-image/model.mjs data | train [SECONDS] | prior [SECONDS] | decoder [SECONDS] | export [FOLDER] | enlarger [SECONDS] | evaluate [quick]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const HERE = import.meta.dirname
const WORK = '.cache/model'
const PYTHON = path.join(WORK, 'venv/bin/python')
/** Debian's package of clip art, public domain. */
const CLIPART = {
  version: '1:0.18+dfsg-19',
  file: 'openclipart-svg_1%3a0.18+dfsg-19_all.deb',
  sha256: '989712d90d57dfa3230049f553bb43b76c30ee4d4b8c5f6e106e33f7db5cbdc5',
}
const TRAINING_SECONDS = 4500
const PRIOR_SECONDS = 3900
const DECODER_SECONDS = 1800
const ENLARGER_SECONDS = 4800
const ENLARGER_PAIRS = 4000
const CLASSIFIER_SECONDS = 1200
/** Glibc gives large blocks back to the system at once by default: a third of the time went into getting them again. */
const MEMORY = {
  MALLOC_MMAP_THRESHOLD_: '2000000000',
  MALLOC_TRIM_THRESHOLD_: '8000000000',
  MALLOC_ARENA_MAX: '2',
  OMP_WAIT_POLICY: 'PASSIVE',
}

const [command, argument] = process.argv.slice(2)
const commands = { data, train, prior, decoder, export: exportModel, enlarger, evaluate }
if (!command || !Object.hasOwn(commands, command)) {
  console.error(`Usage: node models/text-to-image/model.mjs ${Object.keys(commands).join(' | ')}`)
  process.exit(2)
}
commands[command]()

/** Pictures from the pinned packages; words and weights of the committed model, from which everything goes on. */
function data() {
  const pictures = path.join(WORK, 'pictures')
  fs.mkdirSync(pictures, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(HERE, 'training', name), path.join(pictures, name))
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: pictures })
  if (!fs.existsSync(PYTHON)) run('python3', ['-m', 'venv', path.join(WORK, 'venv')])
  const requirements = path.join(HERE, 'training/requirements.txt')
  run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  unless('clipart', clipart)
  unless('meta.json', () => run('node', [path.join(HERE, 'training/raster.mjs'), WORK]))
  unless('vectors.npy', () => python('training/words.py', WORK, HERE))
  unless('start.pt', () => python('training/weights.py', WORK, HERE))
}

/** Fetches and unpacks the clip art; where apt-get is not there or does not know it the model is made without it. */
function clipart() {
  const file = path.join(WORK, CLIPART.file)
  const fetch = () => spawnSync('apt-get', ['download', `openclipart-svg=${CLIPART.version}`], { cwd: WORK, stdio: 'inherit' })
  if (!fs.existsSync(file) && fetch().status !== 0) {
    console.warn(`apt-get does not get openclipart-svg ${CLIPART.version} of Debian here: the set "clipart" is left out.`)
    return
  }
  const sha256 = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
  if (sha256 !== CLIPART.sha256) {
    console.error(`${file} is not the file that was meant: its SHA-256 is ${sha256}.`)
    process.exit(1)
  }
  // Unpacked beside its place first, so that what is there is whole.
  const unpacked = path.join(WORK, 'clipart.unpacking')
  run('dpkg-deb', ['-x', file, unpacked])
  fs.renameSync(unpacked, path.join(WORK, 'clipart'))
}

/** Gives way to other work; stops and goes on at will. Begins with the committed weights. */
function train() {
  const script = path.join(HERE, 'training/diffusion.py')
  const seconds = argument ?? String(TRAINING_SECONDS)
  run('nice', ['-n', '5', PYTHON, script, WORK, seconds, path.join(WORK, 'start.pt')])
}

/** The prior alone; from nothing in about an hour. Goes on at will. */
function prior() {
  python('training/prior.py', WORK, argument ?? String(PRIOR_SECONDS))
  python('training/prior_export.py', WORK, HERE)
}

/** The decoder alone, for the latents as they are; the preview is fitted to it. Goes on at will. */
function decoder() {
  python('training/decoder.py', WORK, argument ?? String(DECODER_SECONDS))
  python('training/decoder_export.py', WORK, HERE)
  run('node', ['scripts/fit-preview.ts', HERE])
}

function exportModel() {
  python('training/export.py', WORK, argument ?? HERE)
}

/** Originals of the enlarger, pairs drawn by the model as it is, training; then its file alone is exported. */
function enlarger() {
  const folder = path.join(WORK, 'enlarger')
  fs.mkdirSync(folder, { recursive: true })
  unless('enlarger/meta.json', () =>
    run('node', [path.join(HERE, 'training/raster.mjs'), WORK, '512', folder]),
  )
  python('training/enlarger_pairs.py', WORK, String(ENLARGER_PAIRS))
  python('training/enlarger.py', WORK, argument ?? String(ENLARGER_SECONDS))
  python('training/enlarger_export.py', WORK, HERE)
}

/** Draws the prompts with the model folder, once with its store and once without the four pictures nearest to each. */
function evaluate() {
  const size = argument === 'quick' ? ['quick'] : []
  const drawn = path.join(WORK, ['drawn', ...size].join('-'))
  unless('classifier.pt', () => python('evaluation/classifier.py', WORK, String(CLASSIFIER_SECONDS)))
  python('evaluation/prompts.py', WORK, drawn, ...size)
  python('evaluation/lean.py', WORK, HERE, drawn)
  for (const [model, folder] of [
    [HERE, drawn],
    [path.join(drawn, 'lean-model'), path.join(drawn, 'lean')],
  ]) {
    run('node', ['scripts/draw-evaluation.ts', model, folder])
    python('evaluation/judge.py', WORK, folder)
  }
}

function unless(file, make) {
  if (!fs.existsSync(path.join(WORK, file))) make()
}

function python(script, ...rest) {
  run(PYTHON, [path.join(HERE, script), ...rest])
}

function run(program, rest, options = {}) {
  const env = { ...process.env, ...MEMORY }
  const { status } = spawnSync(program, rest, { stdio: 'inherit', env, ...options })
  if (status !== 0) process.exit(status ?? 1)
}
