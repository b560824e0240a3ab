import { type Config, SERVICES } from '#server/config/index.ts'
import type { EngineKinds, EngineConnection } from '#server/domains/engines/index.ts'
import { createA1111Engine } from '#server/engines/a1111/index.ts'
import { createOpenAiEngine } from '#server/engines/openai/index.ts'
import { createComfyuiEngine } from '#server/engines/comfyui/index.ts'
import { createFal, createReplicate, type ServiceAccount } from './engine-services.ts'

/** The address as the setting for such servers has it, with credentials inside. */
function addressOf({ url, credentials }: EngineConnection): string {
  const address = new URL(url ?? '')
  const [user, ...password] = (credentials ?? '').split(':')
  if (password.length === 0) address.password = encodeURIComponent(user ?? '')
  else {
    address.username = encodeURIComponent(user ?? '')
    address.password = encodeURIComponent(password.join(':'))
  }
  return address.href
}

const accountOf = ({ url, credentials }: EngineConnection): ServiceAccount => ({
  key: credentials ?? '',
  baseUrl: url,
})

/** Every kind of engine that administrators may add. */
export const engineKinds = (config: Config): EngineKinds => ({
  a1111: {
    title: 'A1111, Forge, SD.Next or sd-server',
    needs: 'address',
    create: (place) => createA1111Engine(addressOf(place)),
  },
  comfyui: {
    title: 'ComfyUI',
    needs: 'address',
    create: (place) =>
      createComfyuiEngine({ address: addressOf(place), workflowsDir: config.workflowsDir }),
  },
  openai: {
    title: 'OpenAI’s interface of images',
    needs: 'address',
    takesOptions: true,
    create: (place) => createOpenAiEngine(addressOf(place)),
  },
  fal: {
    title: SERVICES.fal.title,
    needs: 'key',
    create: (place) => createFal(config, accountOf(place)),
  },
  replicate: {
    title: SERVICES.replicate.title,
    needs: 'key',
    create: (place) => createReplicate(config, accountOf(place)),
  },
})
