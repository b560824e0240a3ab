export type { Config } from './config.ts'
export {
  type Environment,
  httpAddress,
  isLoopback,
  loadConfig,
  ownAddress,
  readEnvironment,
} from './load-config.ts'
export type { Role } from './values.ts'
