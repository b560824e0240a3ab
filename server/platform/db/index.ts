export { isDatabaseAway, isDiskFull } from './away.ts'
export { isTaken } from './taken.ts'
export { restoreBackup } from './backup/restore-backup.ts'
export { writeBackup } from './backup/write-backup.ts'
export { createDatabase, type Db, runUntil } from './database.ts'
export { estimateRows } from './estimate-rows.ts'
export type { Listener, ProcessLock, Subscriber } from './listener.ts'
export { migrate } from './migrate.ts'
export { readMoneyTime } from './read-money-time.ts'
export type { Database } from './schema.ts'
export { secretKey, sharedSecret } from './secrets.ts'
export { type NamedStatement, namedStatement, type Statement, statement } from './statement.ts'
export {
  afterCommit,
  leaveToCommit,
  type Reader,
  transact,
  type Tx,
  withCommit,
} from './transact.ts'
