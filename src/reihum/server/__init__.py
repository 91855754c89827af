"""The server: tables over HTTP and WebSocket, on a store that loses nothing; the wire is docs/protocol.md."""
