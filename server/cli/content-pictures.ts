import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#lib/operator-error.ts'
import type { SitePictures } from '#server/domains/site-pictures/index.ts'
import { SITE_PICTURE_GROUPS, SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { waitForStopSignal } from '../platform/process/stop-signals.ts'
import { type Command, readArguments, withApp } from './command.ts'

const LOOK_MS = 500

const NAME = 'content pictures'

type Progress = Awaited<ReturnType<SitePictures['progress']>>

/** The lines that say what has changed since the last look; null: nothing was said yet. */
function changesOf(told: Progress | null, { left, failed, model }: Progress): string[] {
  const lines: string[] = []
  if (told === null) lines.push(`Images that ${model ?? 'a model'} draws: ${left}.`)
  else if (left !== told.left) lines.push(`${left} left`)
  if (left > 0 && model === null && told?.model !== null)
    lines.push('No model is ready to draw: they wait for one.')
  if (left === 0) lines.push(...failed.map((place) => `not drawn, as it was before: ${place}`))
  return lines
}

/** Pages of the console where drawing a group is stopped. */
const pagesOf = (group?: SitePictureGroup): string => {
  if (group === undefined) return 'the pages Brands and Packs of the console'
  return `the page ${group === 'packs' ? 'Packs' : 'Brands'} of the console`
}

const stoppedWith = (left: number, group?: SitePictureGroup): string =>
  `Stopped, with ${left} left. The next call goes on with them; a site that runs goes on by itself, until you press Stop on ${pagesOf(group)}.`

export const contentPictures: Command = {
  usage: `[${SITE_PICTURE_GROUPS.join('|')}]`,
  summary:
    'Have the images of the home page, the pages of styles and the packs drawn again by the best model; called again, it goes on',
  async run(args, tools) {
    const { positionals } = readArguments(
      { name: NAME, usage: this.usage },
      args,
      {},
      { min: 0, max: 1 },
    )
    const group = SitePictureGroup.optional().safeParse(positionals[0])
    if (!group.success) throw new OperatorError(`Usage: ${NAME} ${this.usage}`)
    return withApp(tools, async ({ sitePictures, readEngines }) => {
      await readEngines()
      await sitePictures.wantAll(group.data)
      const stop = { isAsked: false }
      void waitForStopSignal().then(() => (stop.isAsked = true))
      let told: Progress | null = null
      for (;;) {
        const now = await sitePictures.progress(group.data)
        for (const line of changesOf(told, now)) tools.print(line)
        told = now
        if (now.left === 0) return now.failed.length > 0 ? 1 : 0
        if (stop.isAsked) {
          await sitePictures.stop()
          throw new OperatorError(stoppedWith(now.left, group.data))
        }
        await sitePictures.sweep(group.data)
        await sleep(LOOK_MS)
      }
    })
  },
}
