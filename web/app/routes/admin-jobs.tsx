import { JobsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('jobs')
export const loader = gateOfConsole('jobs')

export default JobsPage
