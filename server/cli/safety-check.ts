import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createModeration,
  nearMisses,
  promptsToBlock,
  wordingsToPass,
  wordingsToRefuse,
} from '../domains/moderation/index.ts'
import { explainFileError } from '#lib/operator-error.ts'
import { type Command, readArguments, type Tools } from './command.ts'

const SHOWCASE = join(import.meta.dirname, '..', '..', 'web', 'public', 'showcase')
const PICTURE = /\.(?:png|jpe?g|webp|svg)$/i

export const safetyCheck: Command = {
  usage: '[--pictures FOLDER]',
  summary:
    'Try the rules for prompts, and the classifier on clean images; exit 1 if a prompt fails',
  async run(args, tools) {
    const command = { name: 'safety check', usage: this.usage }
    const { values } = readArguments(command, args, {
      pictures: { type: 'string', default: SHOWCASE },
    })
    // Loaded only here, as it brings the whole runtime.
    const { createBuiltinEngine } = await import('../engines/builtin/index.ts')
    const { config, log } = tools
    const cacheDir = join(config.dataDir, 'cache', 'models')
    const engine = createBuiltinEngine({ ...config.engine, cacheDir, log })
    const { blurAbove, blockAbove, blockedWords } = config.moderation
    const moderation = createModeration({
      classifier: engine,
      rules: () => ({ blockedWords }),
      thresholds: { blurAbove, blockAbove },
      log,
    })
    try {
      const wrong =
        (await judgeAll(
          'Prompts',
          moderation.checkPrompt,
          [promptsToBlock(), nearMisses()],
          tools,
        )) +
        (await judgeAll(
          'Wordings about real people',
          moderation.checkLikeness,
          [wordingsToRefuse(), wordingsToPass()],
          tools,
        ))
      await checkPictures(moderation, values.pictures, tools)
      tools.print(
        'Not measured: how many explicit images are found (there are none to measure with), and prompts in other words.',
      )
      return wrong > 0 ? 1 : 0
    } finally {
      await engine.dispose()
    }
  },
}

type Moderation = ReturnType<typeof createModeration>

/** @returns how many were judged wrongly */
async function judgeAll(
  what: string,
  check: Moderation['checkPrompt'],
  [toBlock, toPass]: [toBlock: string[], toPass: string[]],
  { print }: Tools,
): Promise<number> {
  const passed: string[] = []
  for (const prompt of toBlock) if ((await check(prompt)).allowed) passed.push(prompt)
  const refused: string[] = []
  for (const prompt of toPass) if (!(await check(prompt)).allowed) refused.push(prompt)
  print(`${what} to refuse: ${toBlock.length - passed.length} of ${toBlock.length} refused`)
  print(`Near misses: ${toPass.length - refused.length} of ${toPass.length} pass`)
  for (const prompt of passed) print(`  passed, wrongly: ${prompt}`)
  for (const prompt of refused) print(`  refused, wrongly: ${prompt}`)
  return passed.length + refused.length
}

async function checkPictures(
  { judgePicture }: Moderation,
  folder: string,
  { config, print }: Tools,
): Promise<void> {
  const found = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw explainFileError(error, folder)
  })
  const files = found.filter((name) => PICTURE.test(name)).toSorted()
  const counts = { clean: 0, sensitive: 0, blocked: 0 }
  for (const name of files) {
    const { verdict, scores } = await judgePicture(await readFile(join(folder, name)))
    counts[verdict]++
    if (verdict === 'clean') continue
    const shares = Object.entries(scores ?? {}).map(
      ([kind, share]) => `${kind} ${share.toFixed(2)}`,
    )
    print(`  ${verdict}: ${name} (${shares.join(', ')})`)
  }
  const { blurAbove, blockAbove } = config.moderation
  print(
    `Clean images: of ${files.length}, ${counts.sensitive} would be blurred (from ${blurAbove} of 100) ` +
      `and ${counts.blocked} not delivered (from ${blockAbove})`,
  )
}
