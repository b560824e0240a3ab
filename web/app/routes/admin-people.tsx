import { PeoplePage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('people')
export const loader = gateOfConsole('people')

export default PeoplePage
