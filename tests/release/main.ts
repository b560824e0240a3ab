/**
 * Checks a release as its reader gets it: unpacks the archive of `npm run release`, makes it read-only, starts it with a new
 * database, as nobody when root asks, and uses every tool, page and kind of file once. Prints how large it is and how soon it
 * is ready, and exits with 1 where something fails. What a rule of `scripts/release/rules.ts` should not have left out fails
 * here.
 */
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { api } from '#contract/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { uploadForm } from '#tests/support/uploads.ts'
import { signIn, tryEveryTool } from '#tests/support/try-every-tool.ts'

const MOST_MEGABYTES = 350
const READY_WITHIN_SECONDS = 20
const ACCOUNT = { email: 'check@example.com', password: 'correct horse battery' }
const PAGES = [
  '/',
  '/es',
  '/pricing',
  '/text-to-image',
  '/inspire/images/all',
  '/status',
  '/api/docs/',
  '/api/docs/js/scalar.js',
  '/readyz',
]
const COMMANDS = [['help'], ['config', 'check'], ['models', 'list'], ['models', 'catalogue']]

const root = join(import.meta.dirname, '..', '..')
const work = mkdtempSync(join(tmpdir(), 'atelier-release-'))
const problems: string[] = []

const NOBODY = 65_534
/** Its reader's user: to root nothing is read-only. */
const reader = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

function run(program: string, args: string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

async function exercise(folder: string, began: number): Promise<void> {
  const dataDir = join(work, 'data')
  mkdirSync(dataDir)
  if (reader.uid !== undefined) chownSync(dataDir, reader.uid, reader.gid)
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: dataDir, PORT: String(await pickPort()), LOG_LEVEL: 'warn' }
  const asReader = { ...reader, cwd: dataDir, env }
  const program = spawn(join(folder, 'atelier'), [], {
    ...asReader,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  try {
    const ready = new Promise<void>((resolve) =>
      createInterface({ input: program.stdout }).on('line', (line) => {
        if (line.includes(' is ready at ')) resolve()
      }),
    )
    await Promise.race([ready, ended])
    const seconds = (performance.now() - began) / 1000
    console.log(`ready ${seconds.toFixed(1)} s after unpacking began`)
    if (seconds > READY_WITHIN_SECONDS) problems.push(`not ready in ${READY_WITHIN_SECONDS} s`)
    const url = `http://127.0.0.1:${env.PORT}`
    for (const page of PAGES) {
      const { status } = await fetch(url + page, { headers: { accept: 'text/html' } })
      if (status !== 200) problems.push(`${page} answered ${status}`)
    }
    for (const command of COMMANDS) run(join(folder, 'atelier'), command, asReader)
    const { email, password } = ACCOUNT
    const account = ['--email', email, '--password', password, '--verified', '--plan', 'pro']
    run(join(folder, 'atelier'), ['user', 'create', ...account, '--credits', '5000'], asReader)
    const call = await signIn(url, ACCOUNT)
    for (const file of globSync('tests/fixtures/heic/*.heic', { cwd: root })) {
      const body = uploadForm(readFileSync(join(root, file)))
      await call(api.uploadedImages.upload, { query: {}, body })
    }
    console.log(`${await tryEveryTool(call)} jobs made`)
    run(join(folder, 'atelier'), ['db', 'backup', join(dataDir, 'backup.gz')], asReader)
  } finally {
    program.kill('SIGTERM')
    await ended
  }
}

try {
  const [archive] = globSync('.cache/release/*.tar.gz', { cwd: root })
  if (archive === undefined) throw new Error('There is no release: npm run release')
  chmodSync(work, 0o755)
  const began = performance.now()
  run('tar', ['-xzf', join(root, archive), '-C', work])
  console.log(`unpacked in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const [name] = globSync('atelier-*', { cwd: work })
  const folder = join(work, name!)
  run('chmod', ['-R', 'a-w', folder])
  const megabytes = Number(run('du', ['-sm', folder]).split('\t')[0])
  console.log(`${megabytes} MB unpacked`)
  if (megabytes > MOST_MEGABYTES) problems.push(`larger than ${MOST_MEGABYTES} MB`)
  await exercise(folder, began)
} catch (error) {
  problems.push((error as Error).message)
} finally {
  run('chmod', ['-R', 'u+w', work])
  rmSync(work, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
