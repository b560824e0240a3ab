import { keepCompiledCode } from './platform/process/compile-cache.ts'

keepCompiledCode()
const { runServer } = await import('./app/run-server.ts')
await runServer()
