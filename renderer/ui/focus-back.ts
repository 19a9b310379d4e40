/** What opens for a moment and is taken away, a menu, gives the focus back to where it was. */
import { useEffect, useState } from 'react';

/** Once this is gone with the focus in it: to what had it before or, where that is gone too, to the list of leads. */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const isThere =
        before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isThere ? before : document.getElementById('lead-list'))?.focus();
    },
    [before],
  );
};
