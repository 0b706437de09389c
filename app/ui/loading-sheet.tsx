/** Placeholder for a dialog whose script is loading. */
export function LoadingSheet() {
  return (
    <div className="fixed inset-4 z-20 m-auto size-fit rounded-md bg-sheet px-4 py-3 shadow-dialog transition-opacity delay-300 starting:opacity-0">
      <output>Loading...</output>
    </div>
  )
}
