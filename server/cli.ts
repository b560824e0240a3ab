import { billingReconcile } from './cli/billing-reconcile.ts'
import { billingSync } from './cli/billing-sync.ts'
import { clockAdvance } from './cli/clock-advance.ts'
import { clockReset } from './cli/clock-reset.ts'
import type { Command } from './cli/command.ts'
import { configCheck } from './cli/config-check.ts'
import { dbBackup } from './cli/db-backup.ts'
import { dbMigrate } from './cli/db-migrate.ts'
import { dbRestore } from './cli/db-restore.ts'
import { engineCheckPipeline } from './cli/engine-check-pipeline.ts'
import { engineCheckSamplers } from './cli/engine-check-samplers.ts'
import { engineDraw } from './cli/engine-draw.ts'
import { importCivitai } from './cli/import-civitai.ts'
import { liveCheck } from './cli/live-check.ts'
import { lorasTrain } from './cli/loras-train.ts'
import { modelsAdd } from './cli/models-add.ts'
import { modelsCatalogue } from './cli/models-catalogue.ts'
import { modelsCheck } from './cli/models-check.ts'
import { modelsImport } from './cli/models-import.ts'
import { modelsList } from './cli/models-list.ts'
import { modelsRemove } from './cli/models-remove.ts'
import { safetyCheck } from './cli/safety-check.ts'
import { seedDemo } from './cli/seed-demo.ts'
import { setupLink } from './cli/setup-link.ts'
import { userCreate } from './cli/user-create.ts'
import { userCredits } from './cli/user-credits.ts'
import { userSet } from './cli/user-set.ts'
import { loadConfig, readEnvironment } from './config/index.ts'
import { AppError } from './platform/errors.ts'
import { createLogger } from './platform/log.ts'
import { OperatorError, operatorLine } from './platform/process/operator-error.ts'

/** The operator's commands, by the words that call them. */
const COMMANDS: Record<string, Command> = {
  'user create': userCreate,
  'user credits': userCredits,
  'user set': userSet,
  'clock advance': clockAdvance,
  'clock reset': clockReset,
  'billing sync': billingSync,
  'billing reconcile': billingReconcile,
  'config check': configCheck,
  'setup link': setupLink,
  'seed demo': seedDemo,
  'db migrate': dbMigrate,
  'db backup': dbBackup,
  'db restore': dbRestore,
  'engine check-samplers': engineCheckSamplers,
  'engine check-pipeline': engineCheckPipeline,
  'engine draw': engineDraw,
  'import civitai': importCivitai,
  'live-check': liveCheck,
  'loras train': lorasTrain,
  'models list': modelsList,
  'models check': modelsCheck,
  'models import': modelsImport,
  'models catalogue': modelsCatalogue,
  'models add': modelsAdd,
  'models remove': modelsRemove,
  'safety check': safetyCheck,
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
  )
  return ['Usage: npm run atelier -- COMMAND', ...lines].join('\n')
}

async function run(args: string[]): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help') {
    print(help())
    return args.length === 0 ? 1 : 0
  }
  const words = args[0] !== undefined && Object.hasOwn(COMMANDS, args[0]) ? 1 : 2
  const name = args.slice(0, words).join(' ')
  const command = COMMANDS[name]
  if (!command)
    throw new OperatorError(`There is no command "${name}": see npm run atelier -- help.`)
  const config = loadConfig(readEnvironment(process.cwd(), process.env))
  const level = config.log.level === 'info' ? 'warn' : config.log.level
  const log = createLogger({ ...config.log, level })
  return (await command.run(args.slice(words), { config, log, print })) ?? 0
}

/** What the operator can act on is one line; anything else is a fault of the program and shows where. */
function describe(error: unknown): string {
  const line = error instanceof AppError ? error.message : operatorLine(error)
  if (line !== null) return line
  return error instanceof Error && error.stack ? error.stack : String(error)
}

// Whoever reads the output may have gone (`| head`); what was begun is done all the same.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = 1
}
