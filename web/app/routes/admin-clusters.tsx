import { ClustersPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('clusters')
export const loader = gateOfConsole('clusters')

export default ClustersPage
