export type { Config } from './config.ts'
export {
  type Environment,
  httpAddress,
  isLoopback,
  loadConfig,
  ownAddress,
  readEnvironment,
} from './load-config.ts'
export { SERVICES } from './service-settings.ts'
export { consoleSettings, faultOfStored, withStored } from './stored-settings.ts'
export type { Role } from './values.ts'
