// The older build: the newer one runs in browsers of this year only, and phones keep theirs for longer.
import {
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- its address, not what it exports
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbols from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'

GlobalWorkerOptions.workerSrc = worker

/** What few PDFs need, loaded with those: what unpacks scans, and the two fonts that no system has. */
const extras: Record<string, string> = {
  'FoxitDingbats.pfb': dingbats,
  'FoxitSymbol.pfb': symbols,
  'jbig2.wasm': jbig2,
  'openjpeg.wasm': openjpeg,
}

class Extras {
  async fetch({ filename }: { filename: string }) {
    const place = extras[filename]
    if (!place) throw new Error(`${filename} is not offered`)
    return new Uint8Array(await (await fetch(place)).arrayBuffer())
  }
}

const firstBytes = 131_072

/**
 * The least that is fetched at once. Before the first page the viewer looks at where each of them is, which in a scan
 * is a part for every page: smaller parts would be more ways to and fro, larger ones more of the file.
 */
const leastBytes = 32_768

/** `lost` is the connection, and the rest may follow; `unreadable` is a file that is broken, gone, or another by now. */
export type PdfFailure = 'lost' | 'unreadable'

interface Options {
  /** Ends the reading. */
  signal: AbortSignal
  /** A part that is needed did not arrive. */
  onFailure: (failure: PdfFailure) => void
}

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>

/** Opens a PDF of which only those parts are fetched that its reader looks at: most pay for every megabyte. */
export async function openPdf(path: string, { signal, onFailure }: Options) {
  const reader = new PDFWorker() // its script arrives while the first part does
  reader.promise.catch(() => {}) // ended before it was there: nobody waits for it
  let opening: PDFDocumentLoadingTask | undefined
  signal.addEventListener('abort', () => void Promise.resolve(opening?.destroy()).finally(() => reader.destroy()))

  const start = await fetchPart(path, { begin: 0, end: firstBytes, signal })
  const parts = new Parts(path, start, { signal, onFailure })
  opening = getDocument({
    worker: reader,
    range: parts,
    rangeChunkSize: leastBytes,
    disableAutoFetch: true,
    disableStream: true,
    BinaryDataFactory: Extras,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await opening.promise
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  return { document, firstRatio: width / height, resume: () => parts.resume() }
}

interface Part {
  bytes: Uint8Array
  /** Of the whole file. */
  size: number
  etag: string | null
}

class ConnectionLost extends Error {}
const isLost = (cause: unknown) => {
  throw new ConnectionLost('A part did not arrive', { cause })
}

interface PlaceOfPart {
  begin: number
  end: number
  signal: AbortSignal
}

async function fetchPart(path: string, { begin, end, signal }: PlaceOfPart): Promise<Part> {
  const answer = await fetch(path, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal }).catch(isLost)
  if (answer.status >= 500) isLost(answer.status) // the server is away, and comes back
  const size = Number(answer.headers.get('Content-Range')?.split('/')[1])
  if (answer.status !== 206 || !size) {
    await answer.body?.cancel() // it may be a whole file
    throw new Error('Not a part of a file')
  }
  const bytes = await answer.arrayBuffer().catch(isLost)
  return { bytes: new Uint8Array(bytes), size, etag: answer.headers.get('ETag') }
}

class Parts extends PDFDataRangeTransport {
  #path: string
  #etag: string | null
  #options: Options
  #lost: [begin: number, end: number][] = []

  constructor(path: string, start: Part, options: Options) {
    super(start.size, start.bytes, start.bytes.length === start.size)
    this.#path = path
    this.#etag = start.etag
    this.#options = options
  }

  override requestDataRange(begin: number, end: number) {
    void this.#send(begin, end)
  }

  /** Asks anew for what did not arrive: the pages that wait for it go on where they were. */
  resume() {
    for (const [begin, end] of this.#lost.splice(0)) void this.#send(begin, end)
  }

  async #send(begin: number, end: number) {
    const { signal, onFailure } = this.#options
    try {
      const { bytes, etag } = await fetchPart(this.#path, { begin, end, signal })
      if (etag !== this.#etag) throw new Error('Another file by now')
      this.onDataRange(begin, bytes)
    } catch (error) {
      if (signal.aborted) return
      this.#lost.push([begin, end])
      onFailure(failureOf(error))
    }
  }
}

export function failureOf(error: unknown): PdfFailure {
  return error instanceof ConnectionLost ? 'lost' : 'unreadable'
}
