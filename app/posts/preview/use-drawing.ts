import { useEffect, useState } from 'react'

type Drawing = 'asked' | 'being made' | 'drawn' | 'none'

const askAgainMs = 1_000

/** Whether the server has drawn the preview. While it has not, the server is asked again. */
export function useDrawing(path: string) {
  const [drawing, setDrawing] = useState<Drawing>('asked')
  useEffect(() => {
    const asking = new AbortController()
    let [last, timer]: [Drawing, number] = ['asked', 0]
    async function ask() {
      const found = await findDrawing(path, asking.signal)
      if (asking.signal.aborted) return
      // Without a connection the viewer opens, and says so.
      last = found ?? (last === 'being made' ? last : 'drawn')
      setDrawing(last)
      if (last === 'being made' || found === null) timer = window.setTimeout(() => void ask(), askAgainMs)
    }
    void ask()
    return () => {
      asking.abort()
      window.clearTimeout(timer)
    }
  }, [path])
  return drawing
}

/** Null without a connection. */
async function findDrawing(path: string, signal: AbortSignal): Promise<Drawing | null> {
  try {
    const { status } = await fetch(path, { method: 'HEAD', signal })
    if (status === 202) return 'being made'
    return status === 404 ? 'none' : 'drawn'
  } catch {
    return null
  }
}
