/** Stands in for a package the registry does not serve. The clients import these names and their API functions call neither. */
export function useAnalytics() {
  return { setUserId() {}, setUserProperties() {}, trackEvent() {}, setEventsProperties() {} }
}

export function AnalyticsProvider({ children }) {
  return children
}
