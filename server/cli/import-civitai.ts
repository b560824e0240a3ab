import { readFile } from 'node:fs/promises'
import { createOutbound, OutboundError } from '../platform/outbound-http.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withApp } from './command.ts'

const ADDRESS = /^https?:\/\//i

async function readJson(file: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`${file} cannot be read.`, { cause: error })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OperatorError(`${file} holds no JSON.`, { cause: error })
  }
}

export const importCivitai: Command = {
  usage: 'FILE|URL',
  summary:
    "Take over models and images for explore, from an answer of Civitai's public API in a file, or from the address of a list or a model; models of real people are left out. What is here already stays as it is, and one that was cut off goes on where it was",
  async run(args, tools) {
    const command = { name: 'import civitai', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 1, max: 1 })
    const [from = ''] = positionals
    const { config, print } = tools
    const given = ADDRESS.test(from) ? { url: new URL(from).href } : { json: await readJson(from) }
    const outbound = createOutbound({ allowedUrls: [config.hub.civitaiUrl] })
    try {
      await withApp(tools, async ({ community }) => {
        const counts = await community.importCivitai({
          from: given,
          outbound,
          onPage: (sofar) => print(JSON.stringify(sofar)),
        })
        print(JSON.stringify({ done: true, ...counts }))
      })
    } catch (error) {
      if (error instanceof OutboundError)
        throw new OperatorError(`${error.message}.`, { cause: error })
      throw error
    } finally {
      await outbound.close()
    }
  },
}
