/**
 * A decoration, animated by CSS and hidden from screen readers. If the header has no room for it, it wraps to a second
 * line, which is hidden; the empty `before` is the first line.
 */
export function RotatingWord() {
  return (
    <div aria-hidden="true" className="flex h-6 min-w-0 flex-1 flex-wrap overflow-hidden before:h-6">
      <div className="h-6 min-w-21 overflow-hidden border-l border-rule pl-3 font-display text-base leading-6 font-semibold text-accent-ink">
        {["Note's", 'Novels', 'Courses', 'Books', 'Materials'].map((word) => (
          <span key={word} className="block animate-turn-words motion-reduce:animate-none">
            {word}
          </span>
        ))}
      </div>
    </div>
  )
}
