import { explainFileError, OperatorError } from '#lib/operator-error.ts'
import { reason } from '../reason.ts'

/** Turns the usual troubles with the folder of models into an error with a text for the console; other errors pass unchanged. */
export function explainFolderError(error: unknown, folder: string): unknown {
  const explained = explainFileError(error, folder)
  if (explained === error || !(explained instanceof OperatorError)) return error
  const { code } = error as { code: string }
  return new OperatorError(explained.message, {
    cause: error,
    text: reason('setup.folderTrouble', { folder, code }),
  })
}
