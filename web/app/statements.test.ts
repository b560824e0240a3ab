import { expect, test } from 'vitest'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { STUDIO_STATEMENTS } from '#contract/studio-statements.ts'
import consents from '#web/messages/en/consents.json' with { type: 'json' }
import headshots from '#web/messages/en/headshot-sets.json' with { type: 'json' }
import studios from '#web/messages/en/studios.json' with { type: 'json' }
import toolPage from '#web/messages/en/tool-page.json' with { type: 'json' }

const under = (messages: Record<string, string>, prefix: string) =>
  Object.fromEntries(
    Object.entries(messages)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, text]) => [key.slice(prefix.length), text]),
  )

test('what pages have people state is what is kept, word by word', () => {
  expect(toolPage['faceSwap.statement']).toBe(FACE_STATEMENT.text)
  expect(under(consents, 'age.')).toMatchObject(AGE_STATEMENTS.texts)
  expect(under(studios, 'consent.')).toEqual(STUDIO_STATEMENTS.texts)
  const { none: _none, ...ofPeople } = STUDIO_STATEMENTS.texts
  expect(under(headshots, 'consent.')).toEqual(ofPeople)
})
