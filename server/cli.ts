import type { Command } from './cli/command.ts'
import { loadConfig, readEnvironment } from './config/index.ts'
import { AppError } from './platform/errors.ts'
import { createLogger } from './platform/log.ts'
import { keepCompiledCode } from './platform/process/compile-cache.ts'
import { OperatorError, operatorLine } from '#lib/operator-error.ts'

/** The operator's commands, by the words that call them. Only the one that is called is loaded: all of them take three times as long. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  'user create': async () => (await import('./cli/user-create.ts')).userCreate,
  'user credits': async () => (await import('./cli/user-credits.ts')).userCredits,
  'user set': async () => (await import('./cli/user-set.ts')).userSet,
  'clock advance': async () => (await import('./cli/clock-advance.ts')).clockAdvance,
  'clock reset': async () => (await import('./cli/clock-reset.ts')).clockReset,
  'billing sync': async () => (await import('./cli/billing-sync.ts')).billingSync,
  'billing reconcile': async () => (await import('./cli/billing-reconcile.ts')).billingReconcile,
  'config check': async () => (await import('./cli/config-check.ts')).configCheck,
  'setup link': async () => (await import('./cli/setup-link.ts')).setupLink,
  'seed demo': async () => (await import('./cli/seed-demo.ts')).seedDemo,
  'content pictures': async () => (await import('./cli/content-pictures.ts')).contentPictures,
  'db migrate': async () => (await import('./cli/db-migrate.ts')).dbMigrate,
  'db backup': async () => (await import('./cli/db-backup.ts')).dbBackup,
  'db restore': async () => (await import('./cli/db-restore.ts')).dbRestore,
  'engine check-samplers': async () =>
    (await import('./cli/engine-check-samplers.ts')).engineCheckSamplers,
  'engine check-pipeline': async () =>
    (await import('./cli/engine-check-pipeline.ts')).engineCheckPipeline,
  'engine draw': async () => (await import('./cli/engine-draw.ts')).engineDraw,
  'import civitai': async () => (await import('./cli/import-civitai.ts')).importCivitai,
  'live-check': async () => (await import('./cli/live-check.ts')).liveCheck,
  'loras train': async () => (await import('./cli/loras-train.ts')).lorasTrain,
  'models list': async () => (await import('./cli/models-list.ts')).modelsList,
  'models check': async () => (await import('./cli/models-check.ts')).modelsCheck,
  'models import': async () => (await import('./cli/models-import.ts')).modelsImport,
  'models catalogue': async () => (await import('./cli/models-catalogue.ts')).modelsCatalogue,
  'models add': async () => (await import('./cli/models-add.ts')).modelsAdd,
  'models remove': async () => (await import('./cli/models-remove.ts')).modelsRemove,
  'safety check': async () => (await import('./cli/safety-check.ts')).safetyCheck,
}

async function help(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => {
      const { usage, summary } = await load()
      return `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`
    }),
  )
  return ['Usage: npm run atelier -- COMMAND', ...lines].join('\n')
}

async function run(args: string[]): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help') {
    print(await help())
    return args.length === 0 ? 1 : 0
  }
  const words = args[0] !== undefined && Object.hasOwn(COMMANDS, args[0]) ? 1 : 2
  const name = args.slice(0, words).join(' ')
  const load = COMMANDS[name]
  if (!load) throw new OperatorError(`There is no command "${name}": see npm run atelier -- help.`)
  const config = loadConfig(readEnvironment(process.cwd(), process.env))
  const level = config.log.level === 'info' ? 'warn' : config.log.level
  const log = createLogger({ ...config.log, level })
  const command = await load()
  return (await command.run(args.slice(words), { config, log, print })) ?? 0
}

/** What the operator can act on is one line; anything else is a fault of the program and shows where. */
function describe(error: unknown): string {
  const line = error instanceof AppError ? error.message : operatorLine(error)
  if (line !== null) return line
  return error instanceof Error && error.stack ? error.stack : String(error)
}

keepCompiledCode()
// Whoever reads the output may have gone (`| head`); what was begun is done all the same.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = 1
}
