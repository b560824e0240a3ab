import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#lib/operator-error.ts'
import { SITE_PICTURE_GROUPS, SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { type Command, readArguments, withApp } from './command.ts'

const LOOK_MS = 500

const NAME = 'content pictures'

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
    return withApp(tools, async ({ sitePictures }) => {
      let last = await sitePictures.wantAll(group.data)
      const { model } = await sitePictures.progress()
      tools.print(`Images that ${model} draws: ${last}.`)
      for (;;) {
        await sitePictures.sweep()
        const { left, failed } = await sitePictures.progress()
        if (left !== last) tools.print(`${left} left`)
        last = left
        if (left === 0) {
          for (const place of failed) tools.print(`not drawn, as it was before: ${place}`)
          return failed.length > 0 ? 1 : 0
        }
        await sleep(LOOK_MS)
      }
    })
  },
}
