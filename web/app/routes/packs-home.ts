import { leadToAll } from '../pack-gate.ts'
import type { Route } from './+types/packs-home.ts'

export const loader = (args: Route.LoaderArgs): never => leadToAll(args)
