import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { listToolModels, type OfferedTool } from './list-tool-models.ts'

/** Every workflow of the operator's own that can run now, the preferred engine first. */
export const listWorkflows = (engines: EngineRegistry): Promise<OfferedTool[]> =>
  listToolModels(engines, 'run_workflow')

/**
 * @param id of a workflow; left out: the first one
 * @throws {AppError} `unavailable` where no engine has any, `invalid` naming `workflow` for another one
 */
export async function findWorkflow(
  engines: EngineRegistry,
  id: string | undefined,
): Promise<OfferedTool> {
  const workflows = await listWorkflows(engines)
  const [first] = workflows
  if (!first) {
    throw new AppError('unavailable', 'No engine has a workflow', {
      userMessage: t('jobs.noWorkflowNow'),
      retryAfterSeconds: 30,
    })
  }
  const chosen = id === undefined ? first : workflows.find(({ model }) => model.id === id)
  if (!chosen) throw invalidField('workflow', t('jobs.noSuchWorkflow'))
  return chosen
}
