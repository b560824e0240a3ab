import { LogPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('log')
export const loader = gateOfConsole('log')

export default LogPage
