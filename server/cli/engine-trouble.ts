import { EngineError } from '../engines/spec/index.ts'
import { OperatorError } from '#lib/operator-error.ts'

/** Runs `act` and says in one line what is wrong with a model or a file of reference values. */
export async function forOperator<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof EngineError) throw new OperatorError(error.message, { cause: error })
    throw error
  }
}
