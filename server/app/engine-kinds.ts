import { type Config, SERVICES } from '#server/config/index.ts'
import type {
  EngineConnection,
  EngineKind,
  EngineKinds,
  FixedEngine,
} from '#server/domains/engines/index.ts'
import { createA1111Engine } from '#server/engines/a1111/index.ts'
import { createOpenAiEngine } from '#server/engines/openai/index.ts'
import { createComfyuiEngine } from '#server/engines/comfyui/index.ts'
import type { Engine } from '#server/engines/spec/index.ts'
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

/** Servers that draw, in the order of preference. */
const SERVERS: Record<
  keyof Config['servers'],
  Pick<EngineKind, 'title' | 'takesOptions'> & { create(address: string, config: Config): Engine }
> = {
  a1111: {
    title: 'A1111, Forge, SD.Next or sd-server',
    create: (address) => createA1111Engine(address),
  },
  comfyui: {
    title: 'ComfyUI',
    create: (address, { workflowsDir }) => createComfyuiEngine({ address, workflowsDir }),
  },
  openai: {
    title: 'OpenAI’s interface of images',
    takesOptions: true,
    create: (address) => createOpenAiEngine(address),
  },
}

const servers = Object.entries(SERVERS) as [
  keyof typeof SERVERS,
  (typeof SERVERS)[keyof typeof SERVERS],
][]

/** The servers that the settings name. */
export const createServers = (config: Config): FixedEngine[] =>
  servers.flatMap(([kind, { create }]) =>
    config.servers[kind].map((address) => ({
      engine: create(address, config),
      kind,
      source: 'environment' as const,
    })),
  )

/** Every kind of engine that administrators may add. */
export const engineKinds = (config: Config): EngineKinds => ({
  ...Object.fromEntries(
    servers.map(([name, { create, ...kind }]) => [
      name,
      {
        ...kind,
        needs: 'address' as const,
        create: (place: EngineConnection) => create(addressOf(place), config),
      },
    ]),
  ),
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
