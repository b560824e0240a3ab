export type { Config } from './config.ts'
export {
  type Environment,
  httpAddress,
  isLoopback,
  loadConfig,
  readEnvironment,
} from './load-config.ts'
export type { Role } from './settings.ts'
