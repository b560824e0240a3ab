import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { refresh } from './refresh.ts'

describe('refresh', () => {
  it('reads again even when the first reading is on the way', async () => {
    const client = new QueryClient()
    const answers: ((text: string) => void)[] = []
    const observer = new QueryObserver(client, {
      queryKey: ['credits', {}],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    const stop = observer.subscribe(() => {})
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    const refreshed = refresh(client, ['credits'])
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.('before')
    answers[1]?.('after')
    await refreshed
    expect(observer.getCurrentResult().data).toBe('after')
    stop()
  })
})
