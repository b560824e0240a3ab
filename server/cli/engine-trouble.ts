import { EngineError } from '../engines/spec/index.ts'
import { inEnglish } from '../texts/index.ts'
import { OperatorError } from '#lib/operator-error.ts'

/** Runs `act` and says in one line what is wrong with a model or a file of reference values. */
export async function forOperator<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof EngineError) {
      // The log names the file or the model that is broken; of what cannot be done it has the key alone.
      const line = error.code === 'unsupported' ? inEnglish(error.userMessage) : error.message
      throw new OperatorError(line, { cause: error })
    }
    throw error
  }
}
